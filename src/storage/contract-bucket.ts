/** Why a bucket cannot be used, and what the owner can do, by code. */
export const BUCKET_TEXTS = {
  bucket_no_list: 'Hearth cannot list in the bucket {bucket} at {origin} ({said})',
  bucket_no_write: 'Hearth cannot write in the bucket {bucket} at {origin} ({said})',
  bucket_no_read: 'Hearth cannot read in the bucket {bucket} at {origin} ({said})',
  bucket_no_delete: 'Hearth cannot delete in the bucket {bucket} at {origin} ({said})',
  bucket_start: 'Start that server, or correct endpoint in [files] s3',
  bucket_key:
    'Correct key and secret in [files] s3, and let that key list the bucket and read, write and delete in it',
  bucket_room: 'Make room there, or raise its quota',
  bucket_busy: 'Look at that server: it answers and serves nothing',
  bucket_create: 'Create the bucket {bucket}, or correct bucket in [files] s3: Hearth creates none',
  bucket_clock: 'Set the clock of this machine or of that server',
  bucket_region: 'Correct region and endpoint in [files] s3: the bucket is in another region',
  bucket_endpoint: 'Correct endpoint in [files] s3: it must be the address of a server of S3',
} as const satisfies Record<string, string>
