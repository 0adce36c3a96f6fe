/* words.ts - names of things for people and for screen readers. */
import type { Piece, Player, Scene, State } from '../api/types.ts';

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

    if (pieces.length === 0) return `${name}, empty`;
    const highest = pieces.reduce((best, piece) => (piece.height > best.height ? piece : best));
    if (highest.height > 0) {
        const from = pieces
            .slice()
            .sort((a, b) => b.height - a.height)
            .map((piece) => colourOf(scene, piece.owner));
        return `${name}, stack of ${pieces.length}: ${from.join(', ')}`;
    }
    return `${name}, ${onePiece(scene, highest)}`;
}

export function turnWords(state: State): string {
    if (state.over !== null) return state.over.words;
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

/** What chance did: "4:" of the game Dice means that the die shows 4. */
export function chanceWords(name: string, move: string): string {
    if (name === 'dice') return `The die shows ${move.replace(/:$/, '')}`;
    if (name === 'ontop') return `Tile ${move} is drawn`;
    if (name === 'chancebreakthrough') return `The roll falls on ${move.replace(/^[@=x]+/, '')}`;
    return `Chance: ${move}`;
}

export function whoWords(who: string, presets: { name: string; agent: string }[] = []): string {
    if (who === 'human') return 'You';
    const preset = presets.find((one) => one.agent === who);
    return preset === undefined ? who : preset.name;
}
