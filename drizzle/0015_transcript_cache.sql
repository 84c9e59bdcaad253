CREATE TABLE `transcript_cache` (
	`key` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL,
	`bytes` integer NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `transcript_cache_expires` ON `transcript_cache` (`expires_at`,`bytes`);