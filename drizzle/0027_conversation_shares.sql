CREATE TABLE `conversation_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`owner` text NOT NULL,
	`title` text NOT NULL,
	`message_id` text NOT NULL,
	`member_id` text,
	`token_hash` text,
	`has_files` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `conversation_shares_conversation` ON `conversation_shares` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `conversation_shares_owner` ON `conversation_shares` (`owner`);--> statement-breakpoint
CREATE INDEX `conversation_shares_member` ON `conversation_shares` (`member_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_shares_token` ON `conversation_shares` (`token_hash`);