ALTER TABLE `api_keys` ADD `user_id` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);