CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`bytes` integer NOT NULL,
	`metadata` text,
	`verified_bytes` integer,
	`created_at` integer NOT NULL,
	`active_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `uploads_owner` ON `uploads` (`owner`,`finished_at`);--> statement-breakpoint
CREATE INDEX `uploads_active` ON `uploads` (`active_at`);