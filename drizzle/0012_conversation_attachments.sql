CREATE TABLE `message_attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`message_id` text NOT NULL,
	`position` integer NOT NULL,
	`content_id` text NOT NULL,
	`name` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`kind` text NOT NULL,
	`characters` integer NOT NULL,
	`pages` integer,
	`note` text,
	`pictures` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `message_attachments_conversation` ON `message_attachments` (`conversation_id`,`message_id`);--> statement-breakpoint
CREATE INDEX `message_attachments_content` ON `message_attachments` (`content_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `note` text;