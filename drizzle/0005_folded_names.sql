ALTER TABLE `api_keys` ADD `folded_label` text;--> statement-breakpoint
CREATE INDEX `api_keys_folded_label` ON `api_keys` (`folded_label`);--> statement-breakpoint
ALTER TABLE `users` ADD `folded_name` text;--> statement-breakpoint
CREATE INDEX `users_folded_name` ON `users` (`folded_name`);--> statement-breakpoint
UPDATE `api_keys` SET `folded_label` = lower(`label`) WHERE `label` NOT GLOB '*[^ -~]*' AND `label` NOT LIKE '%  %' AND trim(`label`) = `label`;--> statement-breakpoint
UPDATE `users` SET `folded_name` = lower(coalesce(`email`, `id`)) WHERE coalesce(`email`, `id`) NOT GLOB '*[^ -~]*' AND coalesce(`email`, `id`) NOT LIKE '%  %' AND trim(coalesce(`email`, `id`)) = coalesce(`email`, `id`);
