CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`owner` text NOT NULL,
	`state` text NOT NULL,
	`name` text NOT NULL,
	`folded_name` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`media_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_read_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `files_state` ON `files` (`state`);--> statement-breakpoint
CREATE INDEX `files_expires` ON `files` (`expires_at`);