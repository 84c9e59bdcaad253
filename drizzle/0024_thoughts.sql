ALTER TABLE `requests` ADD `by_page` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `messages` ADD `thoughts` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `thought_ms` integer;