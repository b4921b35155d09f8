ALTER TABLE `application` ADD `status` text DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE `application` ADD `waiting_order` integer;--> statement-breakpoint
ALTER TABLE `application` ADD `promoted_at` text;--> statement-breakpoint
CREATE INDEX `application_waiting` ON `application` (`marathon_id`,`waiting_order`) WHERE waiting_order IS NOT NULL;--> statement-breakpoint
ALTER TABLE `marathon` ADD `waiting_count` integer DEFAULT 0 NOT NULL;