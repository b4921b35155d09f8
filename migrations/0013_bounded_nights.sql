ALTER TABLE `tombstone` ADD `may_have_contacts` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `tombstone_contacts` ON `tombstone` (`deleted_at`) WHERE type = 'marathon' AND may_have_contacts = 1;--> statement-breakpoint
CREATE INDEX `application_unerased_start` ON `application` (`start_date`) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `op_record_people` ON `op_record` (`target_id`) WHERE (substr(verdict, 1, 32) = '{"status":"applied","conflicts":' OR substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",');