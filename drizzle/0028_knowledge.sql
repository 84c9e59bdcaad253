CREATE TABLE `knowledge_collections` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`is_shared` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `knowledge_collections_owner` ON `knowledge_collections` (`owner`);--> statement-breakpoint
CREATE INDEX `knowledge_collections_shared` ON `knowledge_collections` (`is_shared`);--> statement-breakpoint
CREATE TABLE `knowledge_pieces` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_seq` integer NOT NULL,
	`position` integer NOT NULL,
	`heading` text NOT NULL,
	`page` integer,
	`seconds` real,
	`anchor` text,
	`text` text NOT NULL,
	FOREIGN KEY (`source_seq`) REFERENCES `knowledge_sources`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `knowledge_pieces_source` ON `knowledge_pieces` (`source_seq`,`position`);--> statement-breakpoint
CREATE TABLE `knowledge_sources` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`collection_id` text NOT NULL,
	`kind` text NOT NULL,
	`ref` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`interruptions` integer NOT NULL,
	`version` text,
	`error` text,
	`note` text,
	`characters` integer NOT NULL,
	`pieces` integer NOT NULL,
	`caller` text NOT NULL,
	`created_at` integer NOT NULL,
	`read_at` integer,
	`body` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_id_unique` ON `knowledge_sources` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_sources_ref` ON `knowledge_sources` (`collection_id`,`kind`,`ref`);--> statement-breakpoint
CREATE INDEX `knowledge_sources_collection` ON `knowledge_sources` (`collection_id`,`seq`);--> statement-breakpoint
CREATE INDEX `knowledge_sources_state` ON `knowledge_sources` (`state`);--> statement-breakpoint
CREATE VIRTUAL TABLE `knowledge_search` USING fts5(`scope`, `words`, `stems`, content='', tokenize='unicode61 remove_diacritics 2');
--> statement-breakpoint
INSERT INTO `knowledge_search`(`knowledge_search`, `rank`) VALUES('secure-delete', 1);
