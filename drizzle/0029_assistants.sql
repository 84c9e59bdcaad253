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
CREATE TABLE `saved_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`is_on` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_texts_owner` ON `saved_texts` (`owner`,`kind`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `assistant_id` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `allowed_tools` text DEFAULT '[]' NOT NULL;