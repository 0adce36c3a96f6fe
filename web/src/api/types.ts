/* types.ts - what the server says, as docs/serve.md promises it. */

export interface Option {
    name: string;
    kind: 'flag' | 'integer' | 'real' | 'duration' | 'bytes' | 'choice' | 'words' | 'spec' | 'file';
    default: string;
    /** What people are offered instead of the default. */
    proposed?: string;
    low: number | null;
    high: number | null;
    choices: string[] | null;
    help: string;
    group?: string | null;
}

export interface Game {
    name: string;
    title: string;
    summary: string;
    lesson: string | null;
    players: number;
    player_names: string[];
    chance: boolean;
    hidden: boolean;
    options: Option[];
}

/** The rules for people, in the order in which to tell them. */
export interface RulesOfGame {
    name: string;
    title: string;
    lesson: string | null;
    pictures: { caption: string; svg: string }[];
    notation: string | null;
}

/** A standard board of a puzzle, and the best game that is known of it. */
export interface KnownBoard {
    board: string;
    game: string;
    points: number;
    agent: string;
    moves: string;
}

/** A game's spec, checked. */
export interface Variant {
    game: string;
    title: string;
    players: number;
    player_names: string[];
    colours: string[];
    chance: boolean;
    hidden: boolean;
}

export interface Agent {
    name: string;
    title: string;
    summary: string;
    fits: boolean;
    why?: string;
    options: Option[];
}

export interface Preset {
    name: string;
    agent: string;
    limit: string;
    help: string;
    /** What matches have shown: "scores 65 % against a beginner". */
    strength: string;
}

export interface Agents {
    agents: Agent[];
    presets: Preset[];
    limits: Option[];
}

export interface Seat {
    who: string;
    limit?: string;
}

export type Shape = 'square' | 'hexagon' | 'triangle_up' | 'triangle_down' | 'hole' | 'point';
export type Shade = 'light' | 'dark' | 'felt' | 'water' | 'gold' | 'rack';
export type Kind = 'disc' | 'pawn' | 'queen' | 'peg' | 'die' | 'tile' | 'block' | 'hidden' | 'mark';

export interface Cell {
    x: number;
    y: number;
    shape: Shape;
    shade: Shade;
    home: number;
    name: string;
}

export interface Piece {
    cell: number;
    owner: number;
    height: number;
    with: number;
    kind: Kind;
    label: string;
}

export interface Link {
    from: number;
    to: number;
    owner: number;
}

export interface Label {
    x: number;
    y: number;
    text: string;
}

export interface Scene {
    cells: Cell[];
    pieces: Piece[];
    links: Link[];
    labels: Label[];
    last: number[];
    owners: string[];
    /** Cells that decided a finished game. */
    decides: number[];
    /** Cells beside the board that show what the next move lays, one for each cell of its path. */
    hand?: number[];
}

export interface Move {
    move: string;
    path: number[];
    /** What it adds to each player's score, where the game tells. */
    points?: number[];
}

export interface Player {
    name: string;
    colour: string;
    who: string;
    limit: string | null;
    /** Why this agent cannot play, though the stored game names it. */
    refused: string | null;
    score: number | null;
}

export type Proof = 'unproven' | 'win' | 'loss' | 'draw' | 'exact';

/** A move whose value is certain without a search, for the player to move. */
export interface Exact {
    move: string;
    proof: Proof;
    chance: number;
    words: string;
    /** Of a win or a loss, where it is known: moves of all sides, this one included, ... */
    distance?: number;
    /** ... until the game ends ("end") or until the next "capture". */
    until?: string;
}

/** What is certain at a node. */
export interface ExactThere {
    at: number;
    exact: Exact[];
}

export interface HistoryMove {
    move: string | null;
    player: number;
    /** Who made it, if not who sits there now. */
    by?: string;
    value: number[] | null;
    proof: Proof;
    /** Of a game for one, after the move. */
    points?: number;
}

/** A move that was tried beside the game. */
export interface Side {
    id: number;
    parent: number;
    move: string;
    player: number;
}

export interface Over {
    words: string;
    /** How it ended, "four in a row"; null if somebody resigned. */
    why: string | null;
    payoff: number[];
    resigned: number | null;
}

export interface Search {
    kind: 'move' | 'hint' | 'analysis';
    agent: string;
    limit: string;
    /** The node that is searched. */
    at: number;
    waiting: boolean;
}

export interface State {
    id: string;
    revision: number;
    game: string;
    title: string;
    name: string;
    /** What its record says it was part of. */
    event: string | null;
    players: Player[];
    chance: boolean;
    hidden: boolean;
    /** Its hidden pieces are no secret any more. */
    open: boolean;
    ply: number;
    at: number;
    turn: number | 'chance' | 'over';
    viewer: number;
    scene: Scene;
    moves: Move[];
    /** What each click of a move decides, where somebody can move. */
    prompts: string[];
    /** The moves are not known yet. */
    isWaitingForMoves?: boolean;
    /** Cells that stand for another one; null where none does. */
    clicks: Record<string, number> | null;
    history: HistoryMove[];
    sides: Side[];
    position: string | null;
    over: Over | null;
    can: { undo: boolean; hint: boolean; resign: boolean; review: boolean };
    search: Search | null;
    /** Why the agent to move is not asked until somebody asks for it. */
    waits: string | null;
    review: ReviewProgress | null;
    /** Null where people play. */
    pace: Pace | null;
    saved: boolean;
}

/** How fast engines play against each other. */
export interface Pace {
    speed: 'slow' | 'normal' | 'fast' | 'full';
    paused: boolean;
}

/** How far the review of a game is. */
export interface ReviewProgress {
    agent: string;
    limit: string;
    state: 'running' | 'stopped' | 'done';
    judged: number;
    positions: number;
    failure: string | null;
}

/** A move that cost its player's chance. */
export interface Fault {
    /** Of the position before it. */
    ply: number;
    player: number;
    move: string;
    fault: 'inaccuracy' | 'mistake' | 'blunder';
    missed_win: boolean;
    before: number;
    after: number;
    at_least: boolean;
    words: string | null;
    /** What was better, and how it would have gone on. */
    line: string[];
}

export interface Review extends ReviewProgress {
    players: {
        moves: number;
        accuracy: number | null;
        inaccuracies: number;
        mistakes: number;
        blunders: number;
        missed_wins: number;
    }[];
    /** Of each position, from the start on. */
    chances: (number[] | null)[];
    /** The costliest first. */
    faults: Fault[];
}

/** A list of which the first `from` stay, and these follow. */
export interface NewEnd<T> {
    from: number;
    new: T[];
}

/** Pieces that look alike, with all their cells; what most of them are is not said. */
export type PieceNews = Omit<Partial<Piece>, 'cell'> & { cells: number[]; owner: number; kind: Kind };

/** What is new on a board; `owners` is there only in a whole one. */
export interface SceneNews {
    cells?: NewEnd<Cell>;
    ground?: { cells: number[]; shade: Shade; home: number }[];
    /** Whatever stood on a cell that is named anywhere in here is gone. */
    pieces?: { empty: number[]; new: PieceNews[] };
    links?: { gone: Link[]; new: Link[] };
    labels?: NewEnd<Label>;
    last?: number[];
    decides?: number[];
    hand?: number[];
    owners?: undefined;
}

/** A move in few letters: the word, then the path, then what it adds to the scores if that is told. */
export type BriefMove = [string, ...(number | number[])[]];

/** What can be done at a node, where an event was too short to tell it. */
export interface MovesThere {
    ply: number;
    at: number;
    moves: BriefMove[];
    clicks: Record<string, number> | null;
}

/** The first `from` entries stay, some of them reading differently, and these follow. */
export interface ListNews<T> {
    from: number;
    again?: (Partial<T> & { at: number })[];
    moves: T[];
}

/** Nothing was thought of it where value and proof are missing. */
export type BriefHistory = Omit<HistoryMove, 'value' | 'proof'> & Partial<HistoryMove>;

/** What is new since the state with the revision `base`; what is not named stays. */
export interface Change extends Partial<Omit<State, 'scene' | 'history' | 'sides' | 'moves'>> {
    base: number;
    revision: number;
    scene?: Scene | SceneNews;
    /** Null: too many; they and the clicks have to be asked for. */
    moves?: BriefMove[] | null;
    history?: ListNews<BriefHistory> | undefined;
    sides?: ListNews<Side> | undefined;
}

/** How far a table is: the answer to what is done there. */
export interface Progress {
    id: string;
    revision: number;
    ply: number;
    saved: boolean;
}

export interface Preview {
    scene: Scene;
    turn: number | 'chance' | 'over';
    words: string;
}

/** What the value of a move is: of a bound nobody looked how much less it is. */
export type ValueKind = 'none' | 'exact' | 'at most' | 'estimate';

export interface Candidate {
    move: string;
    visits: number;
    /** Null for the kind `none`. */
    value: number | null;
    kind: ValueKind;
    /** Of the player to move, 0..1. */
    chance: number | null;
    /** "+6.2 discs" */
    points: string | null;
    /** Of a game for one: the points of the best whole game that was found with it. */
    total?: number;
    prior: number | null;
    proof: Proof;
    /** What is certain: "wins in 11". */
    words: string | null;
    pruned: boolean;
    path: number[];
    /** Only where it says more than the move; the best move's is the report's. */
    line?: string[];
}

export interface Report {
    ply: number;
    kind: Search['kind'];
    player: number;
    done: boolean;
    lower: number;
    upper: number;
    agent: string;
    limit: string;
    best: string | null;
    value: (number | null)[];
    /** Of each player, 0..1. */
    chance: (number | null)[];
    /** Of the player to move: "+6.2 discs". */
    points: string | null;
    proof: Proof;
    /** What is certain for the player to move. */
    words: string | null;
    /** Of a game for one: the line is a whole game, with so many points. */
    total?: number;
    depth: number;
    sims: number;
    nodes: number;
    seconds: number;
    sims_per_second: number;
    memory_is_full: boolean;
    /** There was no search: a book has the move, */
    from_book?: boolean;
    book_visits?: number;
    /** or the game itself knows it, from so many games. */
    from_openings?: boolean;
    opening_games?: number;
    /** Of engines that look for a proof: how much is left to prove and to disprove at least; null: it cannot be. */
    proof_numbers?: (number | null)[];
    line?: string[];
    candidates?: Candidate[];
    /** Of which `candidates` are the best. */
    candidate_count?: number;
    /** Whose the cells were where playouts ended, if that was asked for. */
    ownership?: Ownership;
}

/** For each cell of the scene, in how many of the playouts it was each player's. */
export interface Ownership {
    playouts: number;
    cells: number[][];
}

export interface TableEntry {
    id: string;
    game: string;
    /** The name that somebody gave it, else the game's. */
    title: string;
    game_title: string;
    seats: Seat[];
    ply: number;
    turn: number | 'chance' | 'over';
    over: boolean;
    result: string | null;
    /** No person has moved at it. */
    untouched: boolean;
    changed: number;
}

export interface Claims {
    reproduced: number;
    undecided: number;
    not_reproduced: number;
    /** Those that cannot fail, and are not counted. */
    by_construction: number;
}

/** Where the experiments of a folder were published, and what became of them; without its file only the folder is known. */
export interface Thesis {
    folder: string;
    author?: string;
    title?: string;
    year?: number;
    published?: string;
    part?: string;
    claims: Claims;
    /** "41 of 50 claims reproduced, 6 undecided, 3 not reproduced" */
    words: string;
    /** How many published numbers are compatible with ours. */
    numbers: string | null;
    /** The claims as a bar, and win rates published against measured, as SVG. */
    bar: string | null;
    plot: string | null;
}

export interface Experiment {
    id: string;
    title: string;
    source: string;
    folder: string;
    claims: Claims;
    budget: string;
}

export interface Claim {
    title: string;
    claim: string;
    note: string;
    verdict: string;
    findings: string;
    /** What it is about, by name. */
    runs: string[];
}

export interface Run {
    name: string;
    /** A course is a match whose games are looked at ply by ply; their moves are not kept. */
    kind: 'match' | 'course' | 'searches' | 'positions';
    game: string;
    /** How it was run. */
    words: string;
    /** Of how many games the moves are kept. */
    games: number;
    entrants: { label: string; agent: string }[];
    /** Rows of cells; the first is the heading. */
    table: string[][];
    details: string[][];
}

export interface Result {
    id: string;
    title: string;
    source: string;
    description: string;
    budget: string;
    command: string;
    seconds: number;
    agreement: string | null;
    claims: Claim[];
    plots: { title: string; svg: string }[];
    runs: Run[];
    made: { observations: number; command: string; version: string; commit: string; machine: string; date: string }[];
}

/** A position that is looked up. */
export interface ExploredBoard {
    game: string;
    title: string;
    name: string;
    players: { name: string; colour: string }[];
    turn: number | 'chance' | 'over';
    viewer: number;
    /** "Black to move" */
    words: string;
    position: string;
    scene: Scene;
    moves: BriefMove[];
    clicks: Record<string, number> | null;
    prompts: string[];
    /** The moves that led there. */
    steps: { move: string; player: number }[];
}

export interface ExploredMove {
    move: string;
    /** Further moves that are its mirror images, and counted with it. */
    mirrors?: number;
    games: number;
    /** Of each player, and games that nobody won whole. */
    wins?: number[];
    nobody?: number;
    /** Of more than two players. */
    shares?: number[];
    /** Of games for one: points. */
    best?: number;
    /** For the player to move, with its interval; null where one game says nothing of it. */
    mean?: number;
    low?: number | null;
    high?: number | null;
    /** When it was last played. */
    last?: string;
    /** Numbers of names, and how often. */
    by?: [number, number][];
    movers?: number;
    /** Of an outcome of chance. */
    probability?: number;
    book?: { visits: number; value: number | null };
}

/** What was played there. */
export interface Explored {
    sources: number;
    read: number;
    /** Nothing is left to read. */
    whole: boolean;
    trouble: string | null;
    game: string;
    turn: number | 'chance' | 'over';
    /** Games in all sources, and those that came through this position. */
    known: number;
    games: number;
    points: boolean;
    book: boolean;
    moves: ExploredMove[];
    /** How many moves are not told. */
    more: number;
    names: string[];
}

/** A game behind a move. */
export interface GameBehind {
    id: number;
    /** Of the position. */
    ply: number;
    plies: number;
    date: string;
    result: string;
    seats: (string | null)[];
    payoff: number[];
}

/** A game of a run; without seats and result if its line cannot be played. */
export interface LabGame {
    number: number;
    seats?: string[];
    payoff?: number[];
    result?: string;
    plies?: number;
    trouble?: string;
}

/** The games behind a run, some of them, or the positions that it searched. */
export interface LabGames {
    run: string;
    kind: Run['kind'];
    game: string;
    players: string[];
    /** What searches began from, or "". */
    position: string;
    moves: string;
    kept: number;
    games: LabGame[];
    positions: { name: string; position: string }[];
}
