CREATE TABLE `account` (
	`uid` text PRIMARY KEY NOT NULL,
	`sessions_after` integer NOT NULL
);
