CREATE TABLE `job_pieces` (
	`job_id` text NOT NULL,
	`index` integer NOT NULL,
	`piece` text NOT NULL,
	PRIMARY KEY(`job_id`, `index`)
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `progress` text;--> statement-breakpoint
ALTER TABLE `jobs` ADD `files` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
UPDATE `jobs` SET `input` = json_remove(json_set(`input`, '$.responseSchema', json_extract(`input`, '$.response_schema')), '$.response_schema') WHERE `kind` = 'generate' AND json_type(`input`, '$.response_schema') = 'object';
