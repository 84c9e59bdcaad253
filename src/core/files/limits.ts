/** Of one stored file or upload. See Limits. */
export const MAX_FILE_BYTES = 5 * 1024 ** 3
