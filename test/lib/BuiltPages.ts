import { buildPages } from "../../scripts/pages.mjs"

/** Runs once before the tests, so that each of them can be run without a build of its own. */
export const setup = () => buildPages()
