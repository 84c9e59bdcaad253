CREATE TABLE `message_steps` (
	`message_id` text NOT NULL,
	`position` integer NOT NULL,
	`at_offset` integer NOT NULL,
	`step` text NOT NULL,
	PRIMARY KEY(`message_id`, `position`)
);
