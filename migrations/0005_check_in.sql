CREATE TABLE `check_in` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`application_id` text NOT NULL,
	`organiser_uid` text NOT NULL,
	`at` text NOT NULL,
	`gate` text NOT NULL,
	`by_name` text NOT NULL,
	`by_uid` text NOT NULL,
	`voided_at` text,
	`confirmed_by` text,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `check_in_organiser_seq` ON `check_in` (`organiser_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `check_in_application` ON `check_in` (`application_id`);