import { buildPages } from "../../scripts/pages.mjs"

/** Builds the pages once before the tests, so that each test can run without a build. */
export const setup = () => buildPages()
