export { r as GroupCommitter, n as MarathonRoom, t as default } from "./assets/start-DHGzcZv.js";
