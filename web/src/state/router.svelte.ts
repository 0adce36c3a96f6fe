/* router.svelte.ts - the view that the address asks for. */
import { readRoute, writeRoute, type Route } from '../logic/route.ts';

class Router {
    route = $state.raw<Route>(readRoute(location.hash));

    constructor() {
        addEventListener('hashchange', () => (this.route = readRoute(location.hash)));
    }

    go(route: Route): void {
        location.hash = writeRoute(route);
    }

    /** Goes there without leaving this address in the browser's history. */
    replace(route: Route): void {
        history.replaceState(null, '', writeRoute(route));
        this.route = route;
    }
}

export const router = new Router();
