ALTER TABLE `uploads` ADD `is_length_deferred` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `concat` text;