CREATE TABLE `history` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`owner` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`language` text,
	`duration_ms` integer,
	`source_id` text,
	`clip` text,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`characters` integer NOT NULL,
	`text` text NOT NULL,
	`data` blob NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `history_id_unique` ON `history` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `history_source_id_unique` ON `history` (`source_id`);--> statement-breakpoint
CREATE INDEX `history_owner` ON `history` (`owner`,`seq`);--> statement-breakpoint
CREATE INDEX `history_owner_kind` ON `history` (`owner`,`kind`,`seq`);--> statement-breakpoint
CREATE INDEX `history_expires` ON `history` (`expires_at`);--> statement-breakpoint
CREATE INDEX `history_clip` ON `history` (`clip`);--> statement-breakpoint
CREATE VIRTUAL TABLE `history_search` USING fts5(`scope`, `words`, content='', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3');
--> statement-breakpoint
INSERT INTO `history_search`(`history_search`, `rank`) VALUES('secure-delete', 1);
