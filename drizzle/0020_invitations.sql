CREATE TABLE `invite_uses` (
	`id` integer PRIMARY KEY NOT NULL,
	`invite_id` text NOT NULL,
	`user_id` text NOT NULL,
	`address` text NOT NULL,
	`user_agent` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`invite_id`) REFERENCES `invites`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `invite_uses_invite` ON `invite_uses` (`invite_id`);--> statement-breakpoint
CREATE INDEX `invite_uses_user` ON `invite_uses` (`user_id`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`user_id` text,
	`label` text NOT NULL,
	`extras` text,
	`uses` integer NOT NULL,
	`uses_left` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invites_hash` ON `invites` (`hash`);--> statement-breakpoint
CREATE INDEX `invites_created` ON `invites` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invites_user` ON `invites` (`user_id`);--> statement-breakpoint
CREATE INDEX `invites_expires` ON `invites` (`expires_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`email` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_subject` ON `identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `identities_user` ON `identities` (`user_id`);--> statement-breakpoint
DROP INDEX `users_identity`;--> statement-breakpoint
INSERT INTO `identities` (`id`, `user_id`, `issuer`, `subject`, `email`, `created_at`)
SELECT 'idn_' || lower(hex(randomblob(16))), `id`, `issuer`, `subject`, `email`, `created_at` FROM `users` WHERE `id` <> 'usr_primary';