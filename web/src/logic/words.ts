/* words.ts - names of things for people and for screen readers. */
import type { HistoryMove, Over, Piece, Player, Scene, Side, State } from '../api/types.ts';

const kindWords: Record<Piece['kind'], string> = {
    disc: 'disc',
    pawn: 'pawn',
    queen: 'queen',
    peg: 'peg',
    die: 'die',
    tile: 'tile',
    block: 'block',
    hidden: 'hidden piece',
    mark: 'blocked',
};

const ranks: Record<string, string> = {
    '1': 'marshal',
    '2': 'general',
    '3': 'colonel',
    '4': 'major',
    '5': 'captain',
    '6': 'lieutenant',
    '7': 'sergeant',
    '8': 'miner',
    '9': 'scout',
    S: 'spy',
    B: 'bomb',
    F: 'flag',
};

export function cellName(scene: Scene, cell: number): string {
    return scene.cells[cell]?.name || `place ${cell + 1}`;
}

function colourOf(scene: Scene, owner: number): string {
    return owner < 0 ? '' : (scene.owners[owner] ?? '');
}

function onePiece(scene: Scene, piece: Piece): string {
    const colour = colourOf(scene, piece.owner);
    const kind =
        piece.kind === 'pawn' && piece.label !== ''
            ? (ranks[piece.label] ?? piece.label)
            : kindWords[piece.kind];

    if (piece.kind === 'die') return `die${piece.label === '' ? '' : ` ${piece.label}`}`;
    return colour === '' ? kind : `${colour} ${kind}`;
}

/** "the white disc", "a stack of 3, red on top". */
export function pieceWords(scene: Scene, players: Player[], cell: number): string {
    const pieces = scene.pieces.filter((piece) => piece.cell === cell);
    const top = pieces.reduce<Piece | undefined>(
        (best, piece) => (best === undefined || piece.height >= best.height ? piece : best),
        undefined,
    );

    if (top === undefined) return 'nothing';
    if (top.height > 0) return `the stack of ${pieces.length}, ${colourOf(scene, top.owner)} on top,`;
    const name = players[top.owner]?.name;
    return top.kind === 'hidden' && name !== undefined
        ? `${name}'s hidden piece`
        : `the ${onePiece(scene, top)}`;
}

/** The accessible name of a cell: "e4, white disc". */
export function cellWords(scene: Scene, cell: number): string {
    const pieces = scene.pieces.filter((piece) => piece.cell === cell);
    const name = cellName(scene, cell);

    const end = scene.decides.includes(cell) ? ', decided the game' : '';

    if (pieces.length === 0) return `${name}, empty${end}`;
    const highest = pieces.reduce((best, piece) => (piece.height > best.height ? piece : best));
    if (highest.height > 0) {
        const from = pieces
            .slice()
            .sort((a, b) => b.height - a.height)
            .map((piece) => colourOf(scene, piece.owner));
        return `${name}, stack of ${pieces.length}: ${from.join(', ')}${end}`;
    }
    return `${name}, ${onePiece(scene, highest)}${end}`;
}

/** "Yellow wins"; the points of several players have a list of their own. */
export function resultWords(over: Over): string {
    return over.words.replace(/ \([^()]*\)$/, '');
}

/** "Yellow wins: four in a row". */
export function endWords(over: Over): string {
    return over.why === null ? resultWords(over) : `${resultWords(over)}: ${over.why}`;
}

/** What the next click decides, after so many; nothing where nobody can move. */
export function promptWords(state: State, clicks: number): string | null {
    return state.prompts[clicks] ?? state.prompts.at(-1) ?? null;
}

/** Whose colour stands beside the words of a position: who is to move, or has won. */
export function playerShown(state: State): number | null {
    if (typeof state.turn === 'number') return state.turn;
    if (state.over === null || state.players.length < 2) return null;
    const best = Math.max(...state.over.payoff);
    const winner = state.over.payoff.indexOf(best);

    return state.over.payoff.lastIndexOf(best) === winner ? winner : null;
}

export function turnWords(state: State): string {
    if (state.over !== null) return endWords(state.over);
    if (state.turn === 'chance') return 'Chance moves';
    if (state.turn === 'over') return 'The game is over';
    const player = state.players[state.turn];
    if (player === undefined) return '';
    if (state.waits !== null) return `${player.name} waits`;
    if (state.pace?.paused && state.search === null) return `Paused: ${player.name} to move`;
    if (player.who !== 'human')
        return state.search?.waiting ? `${player.name} waits for a free core` : `${player.name} is thinking`;
    const humans = state.players.filter((one) => one.who === 'human').length;
    if (state.players.length === 1) return 'Your move';
    return humans === 1 ? `Your move: you are ${player.name}` : `${player.name} to move`;
}

/** Who would move in a position that is only looked at. */
export function moverWords(state: State): string {
    if (state.turn === 'over') return 'the game is over';
    if (state.turn === 'chance') return 'chance moves';
    return `${state.players[state.turn]?.name ?? ''} to move`;
}

/** What chance did, or could do: "4:" of the game Dice means that the die shows 4. */
export function chanceWords(name: string, move: string, who: string | null = null): string {
    if (name === 'dice' && move === '--') return 'A full line is rolled: no move';
    if (name === 'dice') return `${who === null ? 'The die shows' : `${who} rolled`} ${move.replace(/:$/, '')}`;
    if (name === 'ontop') return who === null ? `Tile ${move} is drawn` : `${who} drew tile ${move}`;
    if (name === 'chancebreakthrough') {
        const square = move.replace(/^@/, '');
        const roll = who === null ? 'The roll falls on' : `${who} rolled`;
        return square === '--' ? `${roll} an empty square` : `${roll} ${square}: that stone is lost`;
    }
    return `Chance: ${move}`;
}

/** The move that led to what is shown; undefined at the start. */
function lastMove(state: State): HistoryMove | Side | undefined {
    return state.sides.find((side) => side.id === state.at) ?? state.history[state.at - 1];
}

/** Who has rolled or drawn: who goes on with it; or who chose to roll, and then it is the other's turn. */
function roller(state: State): string | null {
    const before = state.history[state.at - 2]?.player;
    const player = state.name === 'chancebreakthrough' ? before : state.turn;

    return typeof player === 'number' ? (state.players[player]?.name ?? null) : null;
}

/** What chance has just done: "Red rolled 4"; null if somebody else moved. */
export function rolledWords(state: State): string | null {
    const move = lastMove(state);

    if (move === undefined || move.player !== -1 || move.move === null) return null;
    return chanceWords(state.name, move.move, roller(state));
}

/** The cells that chance has just named: the square that was rolled, the tile that was drawn. */
export function rolledCells(state: State): number[] {
    const move = lastMove(state);
    const name = move?.player === -1 ? (move.move ?? '').replace(/^@/, '') : '';
    const cell = name === '' ? -1 : state.scene.cells.findIndex((one) => one.name === name);
    const other = state.scene.pieces.find((piece) => piece.cell === cell)?.with ?? -1;

    return [cell, other].filter((one) => one >= 0);
}

export function whoWords(who: string, presets: { name: string; agent: string }[] = []): string {
    if (who === 'human') return 'You';
    const preset = presets.find((one) => one.agent === who);
    return preset === undefined ? who : preset.name;
}
