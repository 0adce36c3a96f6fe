/* changes.ts - a table as its events tell it: a whole state first, then what changes.
 *
 * What did not change is kept as it is, the same objects: whoever looks at a part of the state sees by its
 * identity whether it is another one. */
import type {
    BriefHistory,
    BriefMove,
    Cell,
    Change,
    HistoryMove,
    Link,
    ListNews,
    Move,
    MovesThere,
    NewEnd,
    Piece,
    PieceNews,
    Scene,
    SceneNews,
    Side,
    State,
} from '../api/types.ts';

/* ---- The board ---- */

function ended<T>(list: T[], news: NewEnd<T> | undefined): T[] {
    return news === undefined ? list : [...list.slice(0, news.from), ...news.new];
}

function grounded(cells: Cell[], news: SceneNews['ground']): Cell[] {
    if (news === undefined) return cells;
    const changed = [...cells];
    for (const { cells: where, shade, home } of news)
        for (const cell of where) changed[cell] = { ...changed[cell]!, shade, home };
    return changed;
}

function standing(cell: number, look: PieceNews): Piece {
    return {
        cell,
        owner: look.owner,
        height: look.height ?? 0,
        with: look.with ?? -1,
        kind: look.kind,
        label: look.label ?? '',
    };
}

/** Pieces are in the order of their cells, and in that of their heights. */
function placed(pieces: Piece[], news: SceneNews['pieces']): Piece[] {
    if (news === undefined) return pieces;
    const named = new Set([...news.empty, ...news.new.flatMap((look) => look.cells)]);
    return [
        ...pieces.filter((piece) => !named.has(piece.cell)),
        ...news.new.flatMap((look) => look.cells.map((cell) => standing(cell, look))),
    ].sort((a, b) => a.cell - b.cell || a.height - b.height);
}

function isSameLink(a: Link, b: Link): boolean {
    return a.from === b.from && a.to === b.to && a.owner === b.owner;
}

function linked(links: Link[], news: SceneNews['links']): Link[] {
    if (news === undefined) return links;
    return [...links.filter((link) => !news.gone.some((gone) => isSameLink(gone, link))), ...news.new].sort(
        (a, b) => a.from - b.from || a.to - b.to || a.owner - b.owner,
    );
}

function changedScene(scene: Scene, news: Scene | SceneNews | undefined): Scene {
    if (news === undefined) return scene;
    if (news.owners !== undefined) return news;
    return {
        ...scene,
        ...(news.hand !== undefined && { hand: news.hand }),
        cells: grounded(ended(scene.cells, news.cells), news.ground),
        pieces: placed(scene.pieces, news.pieces),
        links: linked(scene.links, news.links),
        labels: ended(scene.labels, news.labels),
        last: news.last ?? scene.last,
        decides: news.decides ?? scene.decides,
    };
}

/* ---- Moves ---- */

function wholeMove([move, ...rest]: BriefMove): Move {
    const points = rest.find((one) => typeof one !== 'number');
    const path = rest.filter((one) => typeof one === 'number');
    return points === undefined ? { move, path } : { move, path, points };
}

export function wholeMoves(moves: BriefMove[]): Move[] {
    return moves.map(wholeMove);
}

function changedMoves(change: Change): Partial<State> {
    if (change.moves === undefined) return {};
    if (change.moves === null) return { moves: [], clicks: null, isWaitingForMoves: true };
    return { moves: wholeMoves(change.moves), isWaitingForMoves: false };
}

/** The state with the moves that it waited for; the same one if they are not its own. */
export function withMoves(state: State, there: MovesThere): State {
    if (state.isWaitingForMoves !== true || there.at !== state.at || there.ply !== state.ply) return state;
    return { ...state, moves: wholeMoves(there.moves), clicks: there.clicks, isWaitingForMoves: false };
}

function whole(move: BriefHistory): HistoryMove {
    return { value: null, proof: 'unproven', ...move };
}

/** Entries that are told again take the place of the old ones; who moved stays. */
function changedHistory(list: HistoryMove[], news: ListNews<BriefHistory> | undefined): HistoryMove[] {
    if (news === undefined) return list;
    const kept = list.slice(0, news.from);
    for (const { at, ...entry } of news.again ?? [])
        kept[at] = whole({ move: null, player: kept[at]!.player, ...entry });
    return [...kept, ...news.moves.map(whole)];
}

function changedSides(list: Side[], news: ListNews<Side> | undefined): Side[] {
    if (news === undefined) return list;
    const kept = list.slice(0, news.from);
    for (const { at, ...entry } of news.again ?? []) kept[at] = { ...kept[at]!, ...entry };
    return [...kept, ...news.moves];
}

/* ---- States ---- */

/** The state after a change; null if it is a change of another state. */
export function apply(state: State, change: Change): State | null {
    const { base, scene, history, sides, moves: _moves, ...rest } = change;

    if (base !== state.revision) return null;
    return {
        ...state,
        ...rest,
        ...changedMoves(change),
        scene: changedScene(state.scene, scene),
        history: changedHistory(state.history, history),
        sides: changedSides(state.sides, sides),
    };
}

/** A whole state that came anew, with the legal moves of the one before if they are the same. */
export function share(before: State | null, state: State): State {
    if (before === null || before.ply !== state.ply || before.moves === state.moves) return state;
    return JSON.stringify(before.moves) === JSON.stringify(state.moves)
        ? { ...state, moves: before.moves }
        : state;
}
