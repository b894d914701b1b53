import { buildForTests } from "../../../scripts/lib/test-bundle.mjs"

/** Builds the service and its pages once before the tests. Tests that start processes share them. */
export const setup = async (): Promise<void> => {
  await buildForTests()
}
