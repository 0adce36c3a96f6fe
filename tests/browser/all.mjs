/* all.mjs - every promise of the page. `make test STAGES=browser` runs it; README of web/ says more. */
import './games.mjs';
import './table.mjs';
import './thinking.mjs';
import './keeping.mjs';
import './reach.mjs';
import './lab.mjs';
