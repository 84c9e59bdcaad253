CREATE TABLE `budgets` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`credits` integer NOT NULL,
	`told_month` text DEFAULT '' NOT NULL,
	`told_percent` integer DEFAULT 0 NOT NULL
);
