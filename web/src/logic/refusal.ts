/* refusal.ts - why a click did nothing, in words. */
import type { Move, Player, Scene, State } from '../api/types.ts';
import { entryAfter } from './paths.ts';
import { cellName, pieceWords } from './words.ts';

function whoseTurn(state: State): string | null {
    if (state.turn === 'over') return 'The game is over. Start another one, or take back a move.';
    if (state.turn === 'chance') return 'Chance moves now. Wait a moment.';
    const player = state.players[state.turn];
    if (player !== undefined && player.who !== 'human')
        return `It is ${player.name}'s turn, and the engine is thinking.`;
    return null;
}

function aboutStart(scene: Scene, players: Player[], turn: number, moves: Move[], cell: number): string {
    const name = cellName(scene, cell);
    const pieces = scene.pieces.filter((piece) => piece.cell === cell);
    const top = pieces[pieces.length - 1];
    const startsOnPieces = [...entryAfter(moves, []).next].some((start) =>
        scene.pieces.some((piece) => piece.cell === start),
    );

    if (top === undefined)
        return startsOnPieces
            ? `There is nothing on ${name}. Choose one of the marked pieces first.`
            : `The rules do not allow ${name} now. The marked places are allowed.`;
    if (!startsOnPieces) return `${capital(name)} is taken. The marked places are allowed.`;
    const words = pieceWords(scene, players, cell);
    if (top.owner >= 0 && top.owner !== turn) return `${capital(words)} on ${name} is not yours to move.`;
    return `${capital(words)} on ${name} cannot move now.`;
}

function capital(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}

export function refusal(state: State, clicks: number[], cell: number): string {
    const isGame = state.at === state.ply && state.over === null;
    const turn = isGame || state.turn === 'over' ? whoseTurn(state) : null;
    const from = clicks[clicks.length - 1];

    if (turn !== null) return turn;
    if (!isGame && state.moves.length === 0)
        return 'While pieces are hidden, moves cannot be tried. Go back to the game, or go on from here.';
    if (state.moves.length === 0) return 'The moves are not known yet. Wait a moment.';
    if (from === undefined)
        return aboutStart(state.scene, state.players, Number(state.turn), state.moves, cell);
    const to = cellName(state.scene, cell);
    return `From ${cellName(state.scene, from)} the move cannot go to ${to}. Choose a marked place, or press Escape.`;
}
