CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`organiser_uid` text NOT NULL,
	`application_id` text,
	`to_uid` text,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`urgent` integer NOT NULL,
	`at` text NOT NULL,
	`by_name` text NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notice_organiser_seq` ON `notice` (`organiser_uid`,`to_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `notice_marathon_seq` ON `notice` (`marathon_id`,`to_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `notice_to_seq` ON `notice` (`to_uid`,`seq`) WHERE to_uid IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_application` ON `notice` (`application_id`) WHERE application_id IS NOT NULL;