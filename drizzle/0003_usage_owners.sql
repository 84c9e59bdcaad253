CREATE TABLE `usage_sums` (
	`period` text NOT NULL,
	`owner_id` text NOT NULL,
	`actor` text NOT NULL,
	`key_id` text NOT NULL,
	`project` text NOT NULL,
	`product` text NOT NULL,
	`surface` text NOT NULL,
	`action` text NOT NULL,
	`engine` text NOT NULL,
	`account` text NOT NULL,
	`model` text NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer NOT NULL,
	`credits` integer NOT NULL,
	`model_calls` integer NOT NULL,
	`queue_ms` integer NOT NULL,
	`total_ms` integer NOT NULL,
	`characters_in` integer NOT NULL,
	`characters_out` integer NOT NULL,
	PRIMARY KEY(`period`, `owner_id`, `actor`, `key_id`, `project`, `product`, `surface`, `action`, `engine`, `account`, `model`, `outcome`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`period` text NOT NULL,
	`surface` text NOT NULL,
	`action` text NOT NULL,
	`engine` text NOT NULL,
	`account` text NOT NULL,
	`model` text NOT NULL,
	`outcome` text NOT NULL,
	`calls` integer NOT NULL,
	`credits` integer NOT NULL,
	`model_calls` integer NOT NULL,
	`queue_ms` integer NOT NULL,
	`total_ms` integer NOT NULL,
	`characters_in` integer NOT NULL,
	`characters_out` integer NOT NULL,
	PRIMARY KEY(`period`, `surface`, `action`, `engine`, `account`, `model`, `outcome`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `model_calls` ADD `owner_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `usage` ADD `owner_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `usage` ADD `surface` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `usage` ADD `outcome` text DEFAULT 'succeeded' NOT NULL;
--> statement-breakpoint
-- Rows from before have the owner that key or name tell of; one name of two users tells of none.
UPDATE `model_calls` SET `owner_id` = CASE
	WHEN coalesce(`key_id`, '') <> '' THEN 'key:' || `key_id`
	WHEN `actor` = 'Primary Key' THEN 'primary'
	WHEN `actor` = 'Local Network' THEN 'local'
	ELSE coalesce(
		(SELECT 'user:' || `id` FROM `users` WHERE `id` = `actor`),
		(SELECT CASE count(*) WHEN 1 THEN 'user:' || max(`id`) END FROM `users` WHERE `email` = `actor`),
		''
	)
END;
--> statement-breakpoint
UPDATE `usage` SET `owner_id` = CASE
	WHEN coalesce(`key_id`, '') <> '' THEN 'key:' || `key_id`
	WHEN `actor` = 'Primary Key' THEN 'primary'
	WHEN `actor` = 'Local Network' THEN 'local'
	ELSE coalesce(
		(SELECT 'user:' || `id` FROM `users` WHERE `id` = `actor`),
		(SELECT CASE count(*) WHEN 1 THEN 'user:' || max(`id`) END FROM `users` WHERE `email` = `actor`),
		''
	)
END, `surface` = CASE `action` WHEN 'agent' THEN 'agent' ELSE '' END;
--> statement-breakpoint
INSERT INTO `usage_sums`
SELECT `day`, CASE
	WHEN coalesce(`key_id`, '') <> '' THEN 'key:' || `key_id`
	WHEN `actor` = 'Primary Key' THEN 'primary'
	WHEN `actor` = 'Local Network' THEN 'local'
	ELSE coalesce(
		(SELECT 'user:' || `id` FROM `users` WHERE `id` = `actor`),
		(SELECT CASE count(*) WHEN 1 THEN 'user:' || max(`id`) END FROM `users` WHERE `email` = `actor`),
		''
	)
END, `actor`, `key_id`, `project`, `product`,
	CASE `action` WHEN 'agent' THEN 'agent' ELSE `surface` END, `action`, `engine`, `account`, `model`,
	CASE `action` WHEN '' THEN `outcome` ELSE 'succeeded' END,
	`calls`, `credits`, `model_calls`, `queue_ms`, `total_ms`, `characters_in`, `characters_out`
FROM `usage_days`;
--> statement-breakpoint
INSERT INTO `usage_sums`
SELECT substr(`period`, 1, 7), `owner_id`, `actor`, `key_id`, `project`, `product`, `surface`, `action`, `engine`, `account`, `model`, `outcome`, sum(`calls`), sum(`credits`), sum(`model_calls`), sum(`queue_ms`), sum(`total_ms`), sum(`characters_in`), sum(`characters_out`)
FROM `usage_sums`
GROUP BY substr(`period`, 1, 7), `owner_id`, `actor`, `key_id`, `project`, `product`, `surface`, `action`, `engine`, `account`, `model`, `outcome`;
--> statement-breakpoint
INSERT INTO `usage_totals`
SELECT `period`, `surface`, `action`, `engine`, `account`, `model`, `outcome`, sum(`calls`), sum(`credits`), sum(`model_calls`), sum(`queue_ms`), sum(`total_ms`), sum(`characters_in`), sum(`characters_out`)
FROM `usage_sums`
GROUP BY `period`, `surface`, `action`, `engine`, `account`, `model`, `outcome`;
--> statement-breakpoint
DROP TABLE `usage_days`;
