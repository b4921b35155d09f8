CREATE TABLE `account` (
	`uid` text PRIMARY KEY NOT NULL,
	`sessions_after` integer DEFAULT 0 NOT NULL,
	`email_verified` integer DEFAULT 0 NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`language` text DEFAULT '' NOT NULL,
	`mail` text DEFAULT 'all' NOT NULL,
	`mail_ended` text,
	`deleted_at` integer,
	`deleted_seq` integer,
	`deletion` text
);
--> statement-breakpoint
CREATE INDEX `account_due` ON `account` (`uid`) WHERE deletion = 'due';--> statement-breakpoint
CREATE INDEX `account_email` ON `account` (`email`) WHERE email > '';--> statement-breakpoint
CREATE TABLE `application` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`owner_uid` text,
	`person_key` text NOT NULL,
	`joined_seq` integer DEFAULT 0 NOT NULL,
	`title` text NOT NULL,
	`start_date` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`location` text DEFAULT '' NOT NULL,
	`phone_number` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`additional_info` text DEFAULT '' NOT NULL,
	`image` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`erased_at` text,
	`status` text DEFAULT 'registered' NOT NULL,
	`waiting_order` integer,
	`promoted_at` text,
	`bib` text,
	`bib_key` text,
	`draw_order` integer,
	`code` text DEFAULT '' NOT NULL,
	`wanted_bib` text,
	`above` integer DEFAULT 0 NOT NULL,
	`offer` text,
	`corrected_by` text,
	`corrected_fields` text DEFAULT '' NOT NULL,
	`answers` text DEFAULT '' NOT NULL,
	`staff_answers` text DEFAULT '' NOT NULL,
	`hides_name` integer DEFAULT false NOT NULL,
	CONSTRAINT "answers_json" CHECK(answers = '' OR json_valid(answers)),
	CONSTRAINT "staff_answers_json" CHECK(staff_answers = '' OR json_valid(staff_answers))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `application_seq` ON `application` (`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `application_person` ON `application` (`owner_uid`,`marathon_id`,`person_key`);--> statement-breakpoint
CREATE INDEX `application_owner_seq` ON `application` (`owner_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `application_owner_created` ON `application` (`owner_uid`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `application_marathon_created` ON `application` (`marathon_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `application_marathon_seq` ON `application` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `application_bib` ON `application` (`marathon_id`,`bib_key`) WHERE bib_key IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `application_code` ON `application` (`marathon_id`,`code`) WHERE code <> '';--> statement-breakpoint
CREATE INDEX `application_corrected` ON `application` (`corrected_by`) WHERE corrected_by IS NOT NULL;--> statement-breakpoint
CREATE INDEX `application_waiting` ON `application` (`marathon_id`,`waiting_order`) WHERE waiting_order IS NOT NULL;--> statement-breakpoint
CREATE INDEX `application_unerased` ON `application` (`marathon_id`) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE INDEX `application_unerased_start` ON `application` (`start_date`) WHERE erased_at IS NULL;--> statement-breakpoint
CREATE TABLE `clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`seq` integer NOT NULL,
	`floor` integer NOT NULL,
	`restored_at` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `correction` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`entry_id` text NOT NULL,
	`at` text NOT NULL,
	`by_name` text NOT NULL,
	`by_uid` text,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `correction_marathon` ON `correction` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `correction_by` ON `correction` (`by_uid`);--> statement-breakpoint
CREATE TABLE `delivery` (
	`channel` text NOT NULL,
	`cause_id` text NOT NULL,
	`target_id` text NOT NULL,
	`held_until` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`channel`, `cause_id`, `target_id`)
);
--> statement-breakpoint
CREATE INDEX `delivery_at` ON `delivery` (`at`);--> statement-breakpoint
CREATE TABLE `delivery_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `draw` (
	`marathon_id` text NOT NULL,
	`part` integer NOT NULL,
	`places` integer NOT NULL,
	`ids` text NOT NULL,
	PRIMARY KEY(`marathon_id`, `part`)
);
--> statement-breakpoint
CREATE TABLE `guard` (
	`ok` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `invitation` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`role` text NOT NULL,
	`by_uid` text NOT NULL,
	`used_by` text
);
--> statement-breakpoint
CREATE INDEX `invitation_marathon` ON `invitation` (`marathon_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `invitation_expires` ON `invitation` (`expires_at`);--> statement-breakpoint
CREATE TABLE `marathon` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_uid` text NOT NULL,
	`title` text NOT NULL,
	`location` text NOT NULL,
	`description` text NOT NULL,
	`image` text NOT NULL,
	`distance` text NOT NULL,
	`reg_start` text NOT NULL,
	`reg_end` text NOT NULL,
	`start_date` text NOT NULL,
	`time_zone` text NOT NULL,
	`capacity` integer,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`reg_count` integer DEFAULT 0 NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`shown_until` text NOT NULL,
	`past` integer DEFAULT 0 NOT NULL,
	`waiting_count` integer DEFAULT 0 NOT NULL,
	`cancelled` text,
	`registration` text DEFAULT 'first-come' NOT NULL,
	`per_account` integer DEFAULT 10 NOT NULL,
	`entered_count` integer DEFAULT 0 NOT NULL,
	`commitment` text,
	`secret_seed` text,
	`seed` text,
	`questions` text DEFAULT '' NOT NULL,
	`staff_fields` text DEFAULT '' NOT NULL,
	`categories` text DEFAULT '' NOT NULL,
	`splits` text DEFAULT '' NOT NULL,
	`results` text DEFAULT '' NOT NULL,
	`organised_by` text DEFAULT '' NOT NULL,
	`image_size` text DEFAULT '' NOT NULL,
	`previous_start` text,
	`hand_over_until` text,
	`defer_to` text,
	`unclaimed_count` integer DEFAULT 0 NOT NULL,
	`hidden_at` text,
	CONSTRAINT "questions_json" CHECK(questions = '' OR json_valid(questions)),
	CONSTRAINT "staff_fields_json" CHECK(staff_fields = '' OR json_valid(staff_fields))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `marathon_past_seq` ON `marathon` (`past`,`seq`);--> statement-breakpoint
CREATE INDEX `marathon_past_shown` ON `marathon` (`past`,`shown_until`);--> statement-breakpoint
CREATE INDEX `marathon_created` ON `marathon` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_owner_created` ON `marathon` (`owner_uid`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_id_seq` ON `marathon` (`id`,`seq`);--> statement-breakpoint
CREATE INDEX `marathon_start` ON `marathon` (`start_date`,`id`,`owner_uid`,`hidden_at`);--> statement-breakpoint
CREATE INDEX `marathon_owner_start` ON `marathon` (`owner_uid`,`start_date`,`id`);--> statement-breakpoint
CREATE INDEX `marathon_title_start` ON `marathon` (`title`,`start_date`);--> statement-breakpoint
CREATE INDEX `marathon_hidden` ON `marathon` (`seq`) WHERE hidden_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`application_id` text,
	`to_uid` text,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`urgent` integer NOT NULL,
	`at` text NOT NULL,
	`by_name` text NOT NULL,
	`by_uid` text,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`parts` text DEFAULT '' NOT NULL,
	`by_mail` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notice_marathon_seq` ON `notice` (`marathon_id`,`to_uid`,`seq`);--> statement-breakpoint
CREATE INDEX `notice_seq` ON `notice` (`seq`);--> statement-breakpoint
CREATE INDEX `notice_to_seq` ON `notice` (`to_uid`,`seq`) WHERE to_uid IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_of_gone` ON `notice` (`to_uid`) WHERE to_uid IS NOT NULL AND application_id IS NULL;--> statement-breakpoint
CREATE INDEX `notice_application` ON `notice` (`application_id`) WHERE application_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `notice_by` ON `notice` (`by_uid`) WHERE by_uid IS NOT NULL;--> statement-breakpoint
CREATE TABLE `op_budget` (
	`uid` text PRIMARY KEY NOT NULL,
	`spent_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `op_budget_spent` ON `op_budget` (`spent_until`);--> statement-breakpoint
CREATE TABLE `op_record` (
	`seq` integer PRIMARY KEY NOT NULL,
	`op_id` text NOT NULL,
	`uid` text NOT NULL,
	`type` text NOT NULL,
	`target_id` text NOT NULL,
	`verdict` text NOT NULL,
	`modified` integer NOT NULL,
	`decided_at` text NOT NULL,
	`content` text NOT NULL,
	`marathon_id` text,
	`fields` text,
	`by_name` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `op_record_op_id_unique` ON `op_record` (`op_id`);--> statement-breakpoint
CREATE INDEX `op_record_uid` ON `op_record` (`uid`);--> statement-breakpoint
CREATE INDEX `op_record_staff` ON `op_record` (`marathon_id`,`uid`) WHERE marathon_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `op_record_history` ON `op_record` (`marathon_id`) WHERE fields IS NOT NULL;--> statement-breakpoint
CREATE INDEX `op_record_entry` ON `op_record` (`target_id`) WHERE fields IS NOT NULL;--> statement-breakpoint
CREATE INDEX `op_record_clash` ON `op_record` (`decided_at`) WHERE substr(verdict, 1, 32) = '{"status":"applied","conflicts":';--> statement-breakpoint
CREATE INDEX `op_record_bib_taken` ON `op_record` (`decided_at`) WHERE substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",';--> statement-breakpoint
CREATE INDEX `op_record_people` ON `op_record` (`target_id`) WHERE (substr(verdict, 1, 32) = '{"status":"applied","conflicts":' OR substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",');--> statement-breakpoint
CREATE TABLE `push_subscription` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint` text NOT NULL,
	`uid` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscription_endpoint` ON `push_subscription` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscription_uid` ON `push_subscription` (`uid`,`id`);--> statement-breakpoint
CREATE TABLE `recording` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`kind` text NOT NULL,
	`application_id` text,
	`bib` text,
	`at` text NOT NULL,
	`accuracy` integer,
	`point` text NOT NULL,
	`by_name` text NOT NULL,
	`by_uid` text,
	`voided_at` text,
	`confirmed` integer NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	`how` text DEFAULT '' NOT NULL,
	`clock_id` text DEFAULT '' NOT NULL,
	`tick` integer,
	`of_id` text,
	`nth` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `recording_application` ON `recording` (`application_id`);--> statement-breakpoint
CREATE INDEX `recording_marathon_seq` ON `recording` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `recording_by` ON `recording` (`by_uid`,`marathon_id`,`nth`);--> statement-breakpoint
CREATE TABLE `result` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`owner_uid` text,
	`title` text NOT NULL,
	`start_date` text NOT NULL,
	`time_zone` text NOT NULL,
	`distance` text NOT NULL,
	`bib` text NOT NULL,
	`name` text NOT NULL,
	`hides_name` integer NOT NULL,
	`sex` text NOT NULL,
	`category` text NOT NULL,
	`state` text NOT NULL,
	`time` integer,
	`place` integer,
	`sex_place` integer,
	`category_place` integer,
	`finishers` integer NOT NULL,
	`splits` text NOT NULL,
	`reason` text NOT NULL,
	`official_at` text NOT NULL,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL,
	CONSTRAINT "splits_json" CHECK(splits = '' OR json_valid(splits))
);
--> statement-breakpoint
CREATE INDEX `result_marathon` ON `result` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `result_owner_seq` ON `result` (`owner_uid`,`seq`) WHERE owner_uid IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ruling` (
	`id` text PRIMARY KEY NOT NULL,
	`marathon_id` text NOT NULL,
	`kind` text NOT NULL,
	`recording_id` text,
	`ruling_id` text,
	`bib` text NOT NULL,
	`point` text NOT NULL,
	`time` text,
	`since` integer,
	`state` text,
	`reason` text NOT NULL,
	`doubt` text NOT NULL,
	`at` text NOT NULL,
	`by_name` text NOT NULL,
	`by_uid` text,
	`ver` integer NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ruling_marathon_seq` ON `ruling` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `ruling_by` ON `ruling` (`by_uid`);--> statement-breakpoint
CREATE TABLE `staff` (
	`marathon_id` text NOT NULL,
	`uid` text NOT NULL,
	`role` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`since` text NOT NULL,
	`offered_at` text,
	`removed_at` text,
	`seq` integer NOT NULL,
	`view_seq` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`marathon_id`, `uid`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_seq` ON `staff` (`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_id` ON `staff` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `staff_owner` ON `staff` (`marathon_id`) WHERE role = 'owner';--> statement-breakpoint
CREATE UNIQUE INDEX `staff_offered` ON `staff` (`marathon_id`) WHERE offered_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `staff_marathon_seq` ON `staff` (`marathon_id`,`seq`);--> statement-breakpoint
CREATE INDEX `staff_uid_view` ON `staff` (`uid`,`view_seq`,`removed_at`,`marathon_id`,`role`,`seq`);--> statement-breakpoint
CREATE INDEX `staff_removed` ON `staff` (`removed_at`) WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `tombstone` (
	`type` text NOT NULL,
	`id` text NOT NULL,
	`owner_uid` text,
	`shown_until` text DEFAULT '' NOT NULL,
	`marathon_id` text DEFAULT '' NOT NULL,
	`deleted_at` text NOT NULL,
	`seq` integer,
	`is_handed_on` integer DEFAULT 0 NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`may_have_contacts` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`type`, `id`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tombstone_seq` ON `tombstone` (`seq`);--> statement-breakpoint
CREATE INDEX `tombstone_contacts` ON `tombstone` (`deleted_at`) WHERE type = 'marathon' AND may_have_contacts = 1;--> statement-breakpoint
CREATE INDEX `tombstone_deleted` ON `tombstone` (`deleted_at`) WHERE seq IS NOT NULL;--> statement-breakpoint
CREATE INDEX `tombstone_owner` ON `tombstone` (`owner_uid`) WHERE owner_uid IS NOT NULL;--> statement-breakpoint
INSERT INTO `clock` (`id`, `epoch`, `seq`, `floor`) VALUES (1, lower(hex(randomblob(8))), 0, 0);
