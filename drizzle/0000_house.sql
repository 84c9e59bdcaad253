CREATE TABLE `account_verdicts` (
	`engine` text NOT NULL,
	`account` text NOT NULL,
	`family` text NOT NULL,
	`verdict` text NOT NULL,
	`evidence` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer,
	`set_by` text NOT NULL,
	`alerted` text,
	PRIMARY KEY(`engine`, `account`, `family`)
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text
);
--> statement-breakpoint
CREATE INDEX `alerts_at` ON `alerts` (`at`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`hash` text NOT NULL,
	`prefix` text NOT NULL,
	`last_four` text NOT NULL,
	`project` text,
	`product` text,
	`use_count` integer DEFAULT 0 NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_created` ON `api_keys` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `disabled_accounts` (
	`engine` text NOT NULL,
	`account` text NOT NULL,
	`since` integer NOT NULL,
	`disabled_by` text NOT NULL,
	PRIMARY KEY(`engine`, `account`)
);
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`owner` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`job_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE TABLE `jobs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`kind` text NOT NULL,
	`owner` text NOT NULL,
	`status` text NOT NULL,
	`caller` text NOT NULL,
	`input` text NOT NULL,
	`result` text,
	`error_code` text,
	`error_detail` text,
	`interruptions` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`expires_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_id` ON `jobs` (`id`);--> statement-breakpoint
CREATE INDEX `jobs_status` ON `jobs` (`status`,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_expires` ON `jobs` (`expires_at`);--> statement-breakpoint
CREATE TABLE `key_profiles` (
	`key_id` text PRIMARY KEY NOT NULL,
	`profile` text NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `model_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`key_id` text,
	`project` text,
	`product` text,
	`surface` text NOT NULL,
	`engine` text NOT NULL,
	`account` text NOT NULL,
	`model` text NOT NULL,
	`outcome` text NOT NULL,
	`queue_ms` integer NOT NULL,
	`first_text_ms` integer,
	`total_ms` integer NOT NULL,
	`characters_in` integer NOT NULL,
	`characters_out` integer NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `rollup_marks` (
	`source` text PRIMARY KEY NOT NULL,
	`up_to` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`key_id` text,
	`project` text,
	`product` text,
	`action` text NOT NULL,
	`units` integer NOT NULL,
	`credits` integer NOT NULL,
	`request_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `usage_days` (
	`day` text NOT NULL,
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
	PRIMARY KEY(`day`, `actor`, `key_id`, `project`, `product`, `surface`, `action`, `engine`, `account`, `model`, `outcome`)
);
