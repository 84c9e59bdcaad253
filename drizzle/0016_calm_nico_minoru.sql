CREATE TABLE `worker_attempts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner` text NOT NULL,
	`at` integer NOT NULL,
	`day` text NOT NULL,
	`earlier_day` text
);
--> statement-breakpoint
CREATE INDEX `worker_attempts_day` ON `worker_attempts` (`day`,`owner`);--> statement-breakpoint
CREATE INDEX `worker_attempts_earlier_day` ON `worker_attempts` (`earlier_day`);