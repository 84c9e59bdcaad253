CREATE TABLE `assistants` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`picture` text,
	`instructions` text NOT NULL,
	`model` text,
	`parameters` text NOT NULL,
	`tools` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `assistants_slug` ON `assistants` (`owner`,`slug`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `assistant_id` text;