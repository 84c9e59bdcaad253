CREATE TABLE `responses` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`previous_id` text,
	`state` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`bytes` integer NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE INDEX `responses_owner` ON `responses` (`owner`,`expires_at`,`bytes`);--> statement-breakpoint
CREATE INDEX `responses_expires` ON `responses` (`expires_at`);--> statement-breakpoint
CREATE INDEX `responses_state` ON `responses` (`state`);