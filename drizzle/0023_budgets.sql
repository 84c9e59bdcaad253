CREATE TABLE `budgets` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`credits` integer NOT NULL,
	`alerted_month` text DEFAULT '' NOT NULL,
	`alerted_percent` integer DEFAULT 0 NOT NULL
);
