/** Only a test that hangs takes so long: the slowest waits for half a minute, on a machine that may be busy. */
export const TEST_MS = 240_000
