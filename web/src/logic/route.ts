/* route.ts - the part of the address after #, both ways. */

export type Route =
    | { view: 'start' }
    | { view: 'game'; game: string }
    /** At a ply of its game, where one is named. */
    | { view: 'table'; id: string; at?: number }
    | { view: 'position'; game: string; position: string | null; moves: string | null }
    /** What was played in a position; without a game, games to choose from. */
    | { view: 'explore'; game: string | null; position: string | null; moves: string | null }
    | { view: 'lab' }
    /** With a run, the games behind it, and with a game that one. */
    | { view: 'experiment'; id: string; budget: string | null; run: string | null; game: number | null };

export function readRoute(hash: string): Route {
    const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
    const parts = path
        .split('/')
        .filter((part) => part !== '')
        .map(safeDecode);
    const asked = new URLSearchParams(query);

    switch (parts[0]) {
        case 'game':
            if (parts[1] !== undefined) return { view: 'game', game: parts[1] };
            break;
        case 'table':
            if (parts[1] !== undefined) {
                const at = asked.get('at') ?? '';
                return { view: 'table', id: parts[1], ...(/^\d{1,6}$/.test(at) ? { at: Number(at) } : {}) };
            }
            break;
        case 'position': {
            const game = asked.get('game');
            if (game !== null)
                return { view: 'position', game, position: asked.get('position'), moves: asked.get('moves') };
            break;
        }
        case 'explore':
            return {
                view: 'explore',
                game: asked.get('game'),
                position: asked.get('position'),
                moves: asked.get('moves'),
            };
        case 'lab':
            return parts.length > 1
                ? {
                      view: 'experiment',
                      id: parts.slice(1).join('/'),
                      budget: asked.get('budget'),
                      run: asked.get('run'),
                      game: Number.parseInt(asked.get('game') ?? '', 10) || null,
                  }
                : { view: 'lab' };
    }
    return { view: 'start' };
}

function safeDecode(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** A position, for addresses of the page and of the server. */
export function askedPosition(where: { game: string; position: string | null; moves: string | null }): string {
    const asked = new URLSearchParams({ game: where.game });

    if (where.position !== null) asked.set('position', where.position);
    if (where.moves !== null) asked.set('moves', where.moves);
    return asked.toString();
}

export function writeRoute(route: Route): string {
    switch (route.view) {
        case 'start':
            return '#/';
        case 'game':
            return `#/game/${encodeURIComponent(route.game)}`;
        case 'table':
            return `#/table/${encodeURIComponent(route.id)}${route.at === undefined ? '' : `?at=${route.at}`}`;
        case 'position':
            return `#/position?${askedPosition(route)}`;
        case 'explore':
            return route.game === null ? '#/explore' : `#/explore?${askedPosition({ ...route, game: route.game })}`;
        case 'lab':
            return '#/lab';
        case 'experiment': {
            const path = route.id.split('/').map(encodeURIComponent).join('/');
            const asked = new URLSearchParams();
            if (route.budget !== null) asked.set('budget', route.budget);
            if (route.run !== null) asked.set('run', route.run);
            if (route.game !== null) asked.set('game', String(route.game));
            return `#/lab/${path}${asked.size === 0 ? '' : `?${asked.toString()}`}`;
        }
    }
}
