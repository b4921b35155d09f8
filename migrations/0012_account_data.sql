ALTER TABLE `account` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `account` ADD `deletion` text;--> statement-breakpoint
CREATE INDEX `account_due` ON `account` (`uid`) WHERE deletion = 'due';--> statement-breakpoint
CREATE INDEX `check_in_by` ON `check_in` (`by_uid`);--> statement-breakpoint
CREATE INDEX `op_record_uid` ON `op_record` (`uid`);--> statement-breakpoint
CREATE INDEX `tombstone_owner` ON `tombstone` (`owner_uid`) WHERE owner_uid <> '';