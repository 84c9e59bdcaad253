CREATE TABLE `knowledge_shares` (
	`id` text PRIMARY KEY NOT NULL,
	`collection_id` text NOT NULL,
	`reader` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`collection_id`) REFERENCES `knowledge_collections`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `knowledge_shares_reader` ON `knowledge_shares` (`collection_id`,`reader`);--> statement-breakpoint
CREATE INDEX `knowledge_shares_owner` ON `knowledge_shares` (`reader`);