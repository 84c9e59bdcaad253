CREATE TABLE `conversation_folders` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`is_open` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversation_folders_owner` ON `conversation_folders` (`owner`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `folder_id` text;--> statement-breakpoint
CREATE INDEX `conversations_folder` ON `conversations` (`owner`,`folder_id`,`updated_at`,`id`);