/* all.mjs - every promise of the page. `make test STAGES=browser` runs it. */
import './games.mjs';
import './table.mjs';
import './thinking.mjs';
import './variations.mjs';
import './turning.mjs';
import './setups.mjs';
import './zooming.mjs';
import './graph.mjs';
import './endings.mjs';
import './review.mjs';
import './seats.mjs';
import './keeping.mjs';
import './trouble.mjs';
import './reach.mjs';
import './phone.mjs';
import './choices.mjs';
import './lab.mjs';
