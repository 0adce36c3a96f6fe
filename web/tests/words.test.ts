import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { State } from '../src/api/types.ts';
import { endingOf } from '../src/logic/ending.ts';
import { ago, count, percent, share, worth } from '../src/logic/numbers.ts';
import { originOf } from '../src/logic/origin.ts';
import { refusal } from '../src/logic/refusal.ts';
import { readRoute, writeRoute, type Route } from '../src/logic/route.ts';
import { scores } from '../src/logic/scores.ts';
import { cellWords, playerShown, promptWords, rolledWords, turnWords } from '../src/logic/words.ts';

test('addresses go both ways', () => {
    const routes: Route[] = [
        { view: 'start' },
        { view: 'game', game: 'othello' },
        { view: 'table', id: 'k3f9' },
        { view: 'position', game: 'othello(size=6)', position: '--/+ &?#', moves: null },
        { view: 'position', game: 'connect4', position: null, moves: 'd d e' },
        { view: 'lab' },
        { view: 'experiment', id: 'uct-star/table-01', budget: 'standard', run: null, game: null },
        { view: 'experiment', id: 'uct-star/table-01', budget: null, run: 'connect4', game: 17 },
    ];
    for (const route of routes) assert.deepEqual(readRoute(writeRoute(route)), route);
    assert.deepEqual(readRoute('#/nonsense/%E0%A4%A'), { view: 'start' });
});

test('a game of the lab knows its list', () => {
    assert.deepEqual(originOf('uct-star/table-10 (standard), run connect4, game 17: Yellow UCT, Red UCT*'), {
        view: 'experiment',
        id: 'uct-star/table-10',
        budget: 'standard',
        run: 'connect4',
        game: null,
    });
    assert.equal(originOf('Club championship (open), round 3'), null);
    assert.equal(originOf(null), null);
});

test('numbers are short', () => {
    assert.deepEqual([12, 1234, 56_789, 1_234_567, 2.5e9].map(count), ['12', '1.2k', '57k', '1.2M', '2.5G']);
    assert.equal(percent(0.534), '53 %');
    assert.equal(worth(0.25, 0, 1), '25 %');
    assert.equal(worth(1250, 0, 3000), '1.3k');
    assert.equal(share(5, 0, 10), 0.5);
    assert.equal(share(99, 0, 10), 1);
    assert.equal(ago(0, 7200), '2 hours ago');
});

function state(more: Partial<State>): State {
    return {
        id: 'x',
        revision: 1,
        game: 'g',
        title: 'G',
        name: 'g',
        event: null,
        players: [
            { name: 'Black', colour: 'black', who: 'human', limit: null, refused: null, score: null },
            { name: 'White', colour: 'white', who: 'mcts', limit: '1s', refused: null, score: null },
        ],
        chance: false,
        hidden: false,
        open: false,
        ply: 0,
        at: 0,
        turn: 0,
        viewer: -1,
        scene: {
            cells: ['a1', 'b1', 'c1'].map((name, x) => ({
                x,
                y: 0,
                shape: 'square',
                shade: 'light',
                home: -1,
                name,
            })),
            pieces: [
                { cell: 0, owner: 0, height: 0, with: -1, kind: 'pawn', label: '' },
                { cell: 2, owner: 1, height: 0, with: -1, kind: 'pawn', label: '' },
            ],
            links: [],
            labels: [],
            last: [],
            owners: ['black', 'white'],
            decides: [],
        },
        clicks: null,
        moves: [{ move: 'a1b1', path: [0, 1] }],
        prompts: ['Choose a stone', 'Choose where it goes'],
        history: [],
        sides: [],
        position: null,
        over: null,
        can: { undo: false, hint: true, resign: true, review: true },
        search: null,
        waits: null,
        review: null,
        pace: null,
        saved: true,
        ...more,
    };
}

function won(words: string, why: string | null, payoff = [1, 0]): State {
    return state({ turn: 'over', over: { words, why, payoff, resigned: null } });
}

test('an illegal click is explained', () => {
    assert.match(refusal(state({}), [], 1), /nothing on b1/);
    assert.match(refusal(state({}), [], 2), /white pawn on c1 is not yours/);
    assert.match(refusal(state({}), [0], 2), /From a1 .* to c1/);
    assert.match(refusal(state({ turn: 1 }), [], 0), /White's turn/);
    assert.match(refusal(state({ turn: 'over' }), [], 0), /over/);
    assert.match(refusal(state({ ply: 4, moves: [] }), [], 0), /cannot be tried/);
});

test('the status says whose turn it is', () => {
    assert.equal(turnWords(state({})), 'Your move: you are Black');
    assert.equal(turnWords(state({ turn: 1 })), 'White is thinking');
    assert.equal(turnWords(state({ turn: 1, waits: 'it failed' })), 'White waits');
    assert.equal(turnWords(won('Black wins by 16', 'the board is full')), 'Black wins by 16: the board is full');
    assert.equal(turnWords(won('White resigned; Black wins', null)), 'White resigned; Black wins');
});

test('the next click decides what its prompt says', () => {
    assert.equal(promptWords(state({}), 0), 'Choose a stone');
    assert.equal(promptWords(state({}), 1), 'Choose where it goes');
    assert.equal(promptWords(state({}), 2), 'Choose where it goes');
    assert.equal(promptWords(state({ prompts: [] }), 0), null);
});

test('the end says who won, why, and with how many points', () => {
    assert.equal(endingOf(state({})), null);
    assert.deepEqual(endingOf(won('Black wins', 'four in a row')), {
        headline: 'Black wins',
        why: 'Four in a row.',
        winners: [0],
        points: [],
    });
    const margin = won('Black wins by 4', 'the board is full');
    margin.players[0]!.score = 4;
    margin.players[1]!.score = -4;
    assert.deepEqual(endingOf(margin)?.points, []);
    const counted = won('White wins (Black 3, White 12)', 'the board is full', [0, 1]);
    counted.players[0]!.score = 3;
    counted.players[1]!.score = 12;
    assert.equal(endingOf(counted)?.headline, 'White wins');
    assert.deepEqual(endingOf(counted)?.points, [
        { player: 1, score: '12' },
        { player: 0, score: '3' },
    ]);
    assert.deepEqual(endingOf(won('A draw', 'the board is full', [0.5, 0.5]))?.winners, []);
});

test('the colour beside the words is of who moves, or has won', () => {
    assert.equal(playerShown(state({ turn: 1 })), 1);
    assert.equal(playerShown(state({ turn: 'chance' })), null);
    assert.equal(playerShown(won('White wins', null, [0, 1])), 1);
    assert.equal(playerShown(won('A draw', null, [0.5, 0.5])), null);
});

test('what chance did is said with the name of who rolled or drew', () => {
    const rolled = (name: string, move: string, turn: State['turn'], before = 0) =>
        rolledWords(
            state({
                name,
                turn,
                ply: 2,
                at: 2,
                history: [
                    { move: '@', player: before, value: null, proof: 'unproven' },
                    { move, player: -1, value: null, proof: 'unproven' },
                ],
            }),
        );

    assert.equal(rolled('dice', '4:', 0), 'Black rolled 4');
    assert.equal(rolled('dice', '--', 'chance'), 'A full line is rolled: no move');
    assert.equal(rolled('ontop', 'C', 1), 'White drew tile C');
    assert.equal(rolled('chancebreakthrough', '@e5', 1), 'Black rolled e5: that stone is lost');
    assert.equal(rolled('chancebreakthrough', '@--', 1), 'Black rolled an empty square');
    assert.equal(rolledWords(state({})), null);
});

test('a cell that decided the game is called so', () => {
    const scene = { ...state({}).scene, decides: [0] };
    assert.equal(cellWords(scene, 0), 'a1, black pawn, decided the game');
    assert.equal(cellWords(scene, 1), 'b1, empty');
});

test('a player has the number that the counters tell, or a plain score', () => {
    const one = state({});
    assert.deepEqual(scores(one), [null, null]);
    one.players[0]!.score = 0.5;
    one.players[1]!.score = -0.5;
    assert.deepEqual(scores(one), [null, null]);
    one.players[0]!.score = 3;
    one.players[1]!.score = 4;
    assert.deepEqual(scores(one), ['3', '4']);
    one.scene.labels = [
        { x: 9, y: 0, text: 'Black 12' },
        { x: 9, y: 1, text: 'White: 7 points, 2 stones' },
    ];
    assert.deepEqual(scores(one), ['12', '7']);
});
