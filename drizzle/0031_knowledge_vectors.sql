CREATE TABLE `knowledge_vectors` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`source_seq` integer NOT NULL,
	`model` text NOT NULL,
	`pieces` blob NOT NULL,
	`vectors` blob NOT NULL,
	FOREIGN KEY (`source_seq`) REFERENCES `knowledge_sources`(`seq`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `knowledge_vectors_source` ON `knowledge_vectors` (`source_seq`,`model`);--> statement-breakpoint
ALTER TABLE `knowledge_sources` ADD `embedded_by` text;