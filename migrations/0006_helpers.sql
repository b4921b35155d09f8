CREATE TABLE `helper` (
	`marathon_id` text NOT NULL,
	`uid` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`since` text NOT NULL,
	`revoked_at` text,
	`seq` integer NOT NULL,
	PRIMARY KEY(`marathon_id`, `uid`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `helper_seq` ON `helper` (`seq`);--> statement-breakpoint
CREATE INDEX `helper_uid_seq` ON `helper` (`uid`,`seq`);--> statement-breakpoint
CREATE INDEX `helper_revoked` ON `helper` (`revoked_at`) WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `invitation` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_by` text
);
--> statement-breakpoint
CREATE INDEX `invitation_marathon` ON `invitation` (`marathon_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `invitation_expires` ON `invitation` (`expires_at`);--> statement-breakpoint
ALTER TABLE `tombstone` ADD `marathon_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `application_marathon_seq` ON `application` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `check_in_marathon_seq` ON `check_in` (`marathon_id`,`seq`);