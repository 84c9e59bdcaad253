CREATE TABLE `clips` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`owner` text NOT NULL,
	`bytes` integer NOT NULL,
	`media_type` text NOT NULL,
	`seconds` real NOT NULL,
	`engine` text NOT NULL,
	`voice` text,
	`created_at` integer NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `clips_owner` ON `clips` (`owner`);--> statement-breakpoint
CREATE INDEX `clips_expires` ON `clips` (`expires_at`);