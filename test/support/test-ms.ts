/** Only a test that hangs takes so long, also on a machine that is busy. */
export const TEST_MS = 120_000
/** Of a test that really waits, or goes through many states of a page. */
export const LONG_TEST_MS = 240_000
