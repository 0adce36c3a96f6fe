/* files.ts - what is wrong with a file that should be a record of a game, as far as that can be seen.
 *
 * What looks like a record is left to the server, which says in its own words what it does not understand. */

/** The server takes a request of 1 MiB, in which line ends and quotes are longer. */
const LARGEST = 900_000;

const signatures: [string, string][] = [
    ['\u0089PNG', 'a picture (PNG)'],
    ['\u00ff\u00d8\u00ff', 'a picture (JPEG)'],
    ['GIF8', 'a picture (GIF)'],
    ['%PDF', 'a PDF document'],
    ['PK\u0003\u0004', 'an archive (ZIP), or a document that is one'],
    ['\u001f\u008b', 'compressed (gzip)'],
    ['SQLite format 3', 'a database'],
];

const advice = 'Choose a file that was saved here, with “Save as SGF”.';

function kindOf(bytes: Uint8Array): string | null {
    const start = String.fromCharCode(...bytes.slice(0, 16));

    return signatures.find(([signature]) => start.startsWith(signature))?.[1] ?? null;
}

function isJson(text: string): boolean {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}

function kindOfText(text: string): string {
    if (/^<(!doctype|html|\?xml|svg)/i.test(text)) return 'a web page or XML';
    if (/^[[{]/.test(text)) return isJson(text) ? 'JSON' : 'JSON, and broken';
    if (/^\[Event /m.test(text) || /^1\. ?[a-hKQRBNO]/m.test(text)) return 'a game of chess (PGN)';
    return 'some other text';
}

function sizeWords(size: number): string {
    return size >= 1e6 ? `${(size / 1e6).toFixed(1)} MB` : `${Math.round(size / 1000)} KB`;
}

/** Why this is no record that could be opened; null if it may be one. */
export function complaint(name: string, bytes: Uint8Array): string | null {
    const kind = kindOf(bytes);

    if (bytes.length === 0) return `${name} is empty. ${advice}`;
    if (kind !== null) return `${name} is ${kind}, and no record of a game. ${advice}`;
    if (bytes.length > LARGEST)
        return `${name} has ${sizeWords(bytes.length)}. A record of a game has ${sizeWords(LARGEST)} at most, so this is something else. ${advice}`;
    if (bytes.includes(0)) return `${name} is no text, and so no record of a game. ${advice}`;
    const text = new TextDecoder().decode(bytes).trim();
    if (text === '') return `${name} is empty. ${advice}`;
    if (/^\(\s*;/.test(text)) return null;
    return `${name} is ${kindOfText(text)}, and no record of a game, which begins with “(;”. ${advice}`;
}
