import { DurableObject } from "cloudflare:workers";
import { createECDH, createHash, createHmac, randomBytes } from "node:crypto";
import { Buffer as Buffer$1 } from "node:buffer";
import { gunzipSync } from "node:zlib";
// ../phone/node_modules/hono/dist/http-exception.js
/**
* `HTTPException` must be used when a fatal error such as authentication failure occurs.
*
* @see {@link https://hono.dev/docs/api/exception}
*
* @param {StatusCode} status - status code of HTTPException
* @param {HTTPExceptionOptions} options - options of HTTPException
* @param {HTTPExceptionOptions["res"]} options.res - response of options of HTTPException
* @param {HTTPExceptionOptions["message"]} options.message - message of options of HTTPException
* @param {HTTPExceptionOptions["cause"]} options.cause - cause of options of HTTPException
*
* @example
* ```ts
* import { HTTPException } from 'hono/http-exception'
*
* // ...
*
* app.post('/auth', async (c, next) => {
*   // authentication
*   if (authorized === false) {
*     throw new HTTPException(401, { message: 'Custom error message' })
*   }
*   await next()
* })
* ```
*/
var HTTPException = class extends Error {
	res;
	status;
	/**
	* Creates an instance of `HTTPException`.
	* @param status - HTTP status code for the exception. Defaults to 500.
	* @param options - Additional options for the exception.
	*/
	constructor(status = 500, options) {
		super(options?.message, { cause: options?.cause });
		this.res = options?.res;
		this.status = status;
	}
	/**
	* Returns the response object associated with the exception.
	* If a response object is not provided, a new response is created with the error message and status code.
	* @returns The response object.
	*/
	getResponse() {
		if (this.res) return new Response(this.res.body, {
			status: this.status,
			headers: this.res.headers
		});
		return new Response(this.message, { status: this.status });
	}
};
// ../phone/node_modules/hono/dist/request/constants.js
var GET_MATCH_RESULT = Symbol();
// ../phone/node_modules/hono/dist/utils/buffer.js
var bufferToFormData = (arrayBuffer, contentType) => {
	return new Response(arrayBuffer, { headers: { "Content-Type": contentType.replace(/^[^;]+/, (mediaType) => mediaType.toLowerCase()) } }).formData();
};
// ../phone/node_modules/hono/dist/utils/body.js
var MAX_NESTED_OBJECTS = 1e4;
var isRawRequest = (request) => "headers" in request;
var parseBody = async (request, options = Object.create(null)) => {
	const { all = false, dot = false } = options;
	const mediaType = (isRawRequest(request) ? request.headers : request.raw.headers).get("Content-Type")?.split(";")[0].trim().toLowerCase();
	if (mediaType === "multipart/form-data" || mediaType === "application/x-www-form-urlencoded") return parseFormData(request, {
		all,
		dot
	});
	return {};
};
/**
* Parses form data from a request.
*
* @template T - The type of the parsed body data.
* @param {HonoRequest | Request} request - The request object containing form data.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {Promise<T>} The parsed body data.
*/
async function parseFormData(request, options) {
	if (!isRawRequest(request) && request.bodyCache.formData) return convertFormDataToBodyData(await request.bodyCache.formData, options);
	const headers = isRawRequest(request) ? request.headers : request.raw.headers;
	const formDataPromise = bufferToFormData(await request.arrayBuffer(), headers.get("Content-Type") || "");
	if (!isRawRequest(request)) request.bodyCache.formData = formDataPromise;
	const formData = await formDataPromise;
	if (formData) return convertFormDataToBodyData(formData, options);
	return {};
}
/**
* Converts form data to body data based on the provided options.
*
* @template T - The type of the parsed body data.
* @param {FormData} formData - The form data to convert.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {T} The converted body data.
*/
function convertFormDataToBodyData(formData, options) {
	const form = Object.create(null);
	const nestingState = { count: 0 };
	formData.forEach((value, key) => {
		if (!(options.all || key.endsWith("[]"))) form[key] = value;
		else handleParsingAllValues(form, key, value);
	});
	if (options.dot) Object.entries(form).forEach(([key, value]) => {
		if (key.includes(".")) {
			handleParsingNestedValues(form, key, value, nestingState);
			delete form[key];
		}
	});
	return form;
}
/**
* Handles parsing all values for a given key, supporting multiple values as arrays.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The key to parse.
* @param {FormDataEntryValue} value - The value to assign.
*/
var handleParsingAllValues = (form, key, value) => {
	if (form[key] !== void 0) {
		if (Array.isArray(form[key])) form[key].push(value);
		else form[key] = [form[key], value];
	} else if (!key.endsWith("[]")) form[key] = value;
	else form[key] = [value];
};
/**
* Handles parsing nested values using dot notation keys.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The dot notation key.
* @param {BodyDataValue} value - The value to assign.
* @param {{ count: number }} state - The state object tracking nesting depth.
*/
var handleParsingNestedValues = (form, key, value, state) => {
	if (/(?:^|\.)__proto__\./.test(key)) return;
	let nestedForm = form;
	const keys = key.split(".", 34);
	if (keys.length > 33) throwNestingLimitExceeded();
	keys.forEach((key, index) => {
		if (index === keys.length - 1) nestedForm[key] = value;
		else {
			if (!nestedForm[key] || typeof nestedForm[key] !== "object" || Array.isArray(nestedForm[key]) || nestedForm[key] instanceof File) {
				if (state.count++ >= MAX_NESTED_OBJECTS) throwNestingLimitExceeded();
				nestedForm[key] = Object.create(null);
			}
			nestedForm = nestedForm[key];
		}
	});
};
var throwNestingLimitExceeded = () => {
	throw new Error("Nesting limit exceeded");
};
// ../phone/node_modules/hono/dist/utils/url.js
var splitPath = (path) => {
	const paths = path.split("/");
	if (paths[0] === "") paths.shift();
	return paths;
};
var splitRoutingPath = (routePath) => {
	const { groups, path } = extractGroupsFromPath(routePath);
	return replaceGroupMarks(splitPath(path), groups);
};
var extractGroupsFromPath = (path) => {
	const groups = [];
	path = path.replace(/\{[^}]+\}/g, (match, index) => {
		const mark = `@${index}`;
		groups.push([mark, match]);
		return mark;
	});
	return {
		groups,
		path
	};
};
var replaceGroupMarks = (paths, groups) => {
	for (let i = groups.length - 1; i >= 0; i--) {
		const [mark] = groups[i];
		for (let j = paths.length - 1; j >= 0; j--) if (paths[j].includes(mark)) {
			paths[j] = paths[j].replace(mark, groups[i][1]);
			break;
		}
	}
	return paths;
};
var patternCache = {};
var getPattern = (label, next) => {
	if (label === "*") return "*";
	const match = label.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
	if (match) {
		const cacheKey = `${label}#${next}`;
		if (!patternCache[cacheKey]) {
			if (match[2]) patternCache[cacheKey] = next && next[0] !== ":" && next[0] !== "*" ? [
				cacheKey,
				match[1],
				new RegExp(`^${match[2]}(?=/${next})`)
			] : [
				label,
				match[1],
				new RegExp(`^${match[2]}$`)
			];
			else patternCache[cacheKey] = [
				label,
				match[1],
				true
			];
		}
		return patternCache[cacheKey];
	}
	return null;
};
var tryDecode = (str, decoder) => {
	try {
		return decoder(str);
	} catch {
		return str.replace(/(?:%[0-9A-Fa-f]{2})+/g, (match) => {
			try {
				return decoder(match);
			} catch {
				return match;
			}
		});
	}
};
var decodeURIWithPreservedPercent = (value) => decodeURI(value.includes("%25") ? value.replace(/%25/g, "%2525") : value);
var getPath = (request) => {
	const url = request.url;
	const start = url.indexOf("/", url.indexOf(":") + 4);
	let i = start;
	for (; i < url.length; i++) {
		const charCode = url.charCodeAt(i);
		if (charCode === 37) {
			const queryIndex = url.indexOf("?", i);
			const hashIndex = url.indexOf("#", i);
			const end = queryIndex === -1 ? hashIndex === -1 ? void 0 : hashIndex : hashIndex === -1 ? queryIndex : Math.min(queryIndex, hashIndex);
			const path = url.slice(start, end);
			const decoded = tryDecode(path, decodeURIWithPreservedPercent);
			if (/%(?![0-9A-Fa-f]{2})/.test(path)) {
				const rewritten = new URL("http://localhost");
				rewritten.pathname = decoded.replace(/[\\\t\n\r]/g, encodeURIComponent);
				if (tryDecode(rewritten.pathname, decodeURIWithPreservedPercent) !== decoded) return tryDecode(path.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"), decodeURIWithPreservedPercent);
			}
			return decoded;
		} else if (charCode === 63 || charCode === 35) break;
	}
	return url.slice(start, i);
};
var getPathNoStrict = (request) => {
	const result = getPath(request);
	return result.length > 1 && result.at(-1) === "/" ? result.slice(0, -1) : result;
};
/**
* Merge paths.
* @param {string[]} ...paths - The paths to merge.
* @returns {string} The merged path.
* @example
* mergePath('/api', '/users') // '/api/users'
* mergePath('/api/', '/users') // '/api/users'
* mergePath('/api', '/') // '/api'
* mergePath('/api/', '/') // '/api/'
*/
var mergePath = (base, sub, ...rest) => {
	if (rest.length) sub = mergePath(sub, ...rest);
	return `${base?.[0] === "/" ? "" : "/"}${base}${sub === "/" ? "" : `${base?.at(-1) === "/" ? "" : "/"}${sub?.[0] === "/" ? sub.slice(1) : sub}`}`;
};
var checkOptionalParameter = (path) => {
	if (path.charCodeAt(path.length - 1) !== 63 || !path.includes(":")) return null;
	const segments = path.split("/");
	const results = [];
	let basePath = "";
	segments.forEach((segment) => {
		if (segment !== "" && !/\:/.test(segment)) basePath += "/" + segment;
		else if (/\:/.test(segment)) {
			if (segment.charCodeAt(segment.length - 1) === 63) {
				if (results.length === 0 && basePath === "") results.push("/");
				else results.push(basePath);
				const optionalSegment = segment.slice(0, -1);
				basePath += "/" + optionalSegment;
				results.push(basePath);
			} else basePath += "/" + segment;
		}
	});
	return results.filter((v, i, a) => a.indexOf(v) === i);
};
var tryDecodeURIComponent = (str) => str.indexOf("%") !== -1 ? tryDecode(str, decodeURIComponent_) : str;
var _decodeURI = (value) => {
	if (value.indexOf("+") !== -1) value = value.replace(/\+/g, " ");
	return tryDecodeURIComponent(value);
};
var _getQueryParam = (url, key, multiple) => {
	const hashIndex = url.indexOf("#", 8);
	if (hashIndex !== -1) url = url.slice(0, hashIndex);
	let encoded;
	if (!multiple && key && !/[%+&=]/.test(key)) {
		const queryIndex = url.indexOf("?", 8);
		let keyIndex = queryIndex;
		if (keyIndex === -1) return;
		if (!url.startsWith(key, keyIndex + 1)) keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		while (keyIndex !== -1) {
			const trailingKeyCode = url.charCodeAt(keyIndex + key.length + 1);
			if (trailingKeyCode === 61 || trailingKeyCode === 38 || isNaN(trailingKeyCode)) {
				if (keyIndex > queryIndex && /(?:^|&)[^=&]*[%+]/.test(url.slice(queryIndex + 1, keyIndex))) break;
				if (trailingKeyCode === 61) {
					const valueIndex = keyIndex + key.length + 2;
					const endIndex = url.indexOf("&", valueIndex);
					return _decodeURI(url.slice(valueIndex, endIndex === -1 ? void 0 : endIndex));
				}
				return "";
			}
			keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		}
		encoded = /[%+]/.test(url);
		if (!encoded) return;
	}
	const results = Object.create(null);
	encoded ??= /[%+]/.test(url);
	let keyIndex = url.indexOf("?", 8);
	while (keyIndex !== -1) {
		const nextKeyIndex = url.indexOf("&", keyIndex + 1);
		let valueIndex = url.indexOf("=", keyIndex);
		if (valueIndex > nextKeyIndex && nextKeyIndex !== -1) valueIndex = -1;
		let name = url.slice(keyIndex + 1, valueIndex === -1 ? nextKeyIndex === -1 ? void 0 : nextKeyIndex : valueIndex);
		if (encoded) name = _decodeURI(name);
		keyIndex = nextKeyIndex;
		if (name === "") continue;
		let value;
		if (valueIndex === -1) value = "";
		else {
			value = url.slice(valueIndex + 1, nextKeyIndex === -1 ? void 0 : nextKeyIndex);
			if (encoded) value = _decodeURI(value);
		}
		if (multiple) {
			if (!(results[name] && Array.isArray(results[name]))) results[name] = [];
			results[name].push(value);
		} else results[name] ??= value;
	}
	return key ? results[key] : results;
};
var getQueryParam = _getQueryParam;
var getQueryParams = (url, key) => {
	return _getQueryParam(url, key, true);
};
var decodeURIComponent_ = decodeURIComponent;
// ../phone/node_modules/hono/dist/request.js
var HonoRequest = class {
	/**
	* `.raw` can get the raw Request object.
	*
	* @see {@link https://hono.dev/docs/api/request#raw}
	*
	* @example
	* ```ts
	* // For Cloudflare Workers
	* app.post('/', async (c) => {
	*   const metadata = c.req.raw.cf?.hostMetadata?
	*   ...
	* })
	* ```
	*/
	raw;
	#validatedData;
	#matchResult;
	routeIndex = 0;
	/**
	* `.path` can get the pathname of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#path}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const pathname = c.req.path // `/about/me`
	* })
	* ```
	*/
	path;
	bodyCache = {};
	constructor(request, path = "/", matchResult = [[]]) {
		this.raw = request;
		this.path = path;
		this.#matchResult = matchResult;
	}
	param(key) {
		return key ? this.#getDecodedParam(key) : this.#getAllDecodedParams();
	}
	#getDecodedParam(key) {
		const paramKey = this.#matchResult[0][this.routeIndex]?.[1][key];
		const param = this.#getParamValue(paramKey);
		return param && tryDecodeURIComponent(param);
	}
	#getAllDecodedParams() {
		const decoded = {};
		const keys = Object.keys(this.#matchResult[0][this.routeIndex]?.[1] ?? {});
		for (const key of keys) {
			const value = this.#getParamValue(this.#matchResult[0][this.routeIndex][1][key]);
			if (value !== void 0) decoded[key] = tryDecodeURIComponent(value);
		}
		return decoded;
	}
	#getParamValue(paramKey) {
		return this.#matchResult[1] ? this.#matchResult[1][paramKey] : paramKey;
	}
	query(key) {
		return getQueryParam(this.url, key);
	}
	queries(key) {
		return getQueryParams(this.url, key);
	}
	header(name) {
		if (name) return this.raw.headers.get(name) ?? void 0;
		const headerData = Object.create(null);
		this.raw.headers.forEach((value, key) => {
			headerData[key] = value;
		});
		return headerData;
	}
	async parseBody(options) {
		return parseBody(this, options);
	}
	#cachedBody = (key) => {
		const { bodyCache, raw } = this;
		const cachedBody = bodyCache[key];
		if (cachedBody) return cachedBody;
		for (const anyCachedKey in bodyCache) return bodyCache[anyCachedKey].then((body) => {
			if (anyCachedKey === "json") body = JSON.stringify(body);
			const contentType = anyCachedKey === "formData" ? void 0 : raw.headers.get("content-type");
			return new Response(body, { headers: contentType ? { "Content-Type": contentType } : void 0 })[key]();
		});
		return bodyCache[key] = raw[key]();
	};
	/**
	* `.json()` can parse Request body of type `application/json`
	*
	* @see {@link https://hono.dev/docs/api/request#json}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.json()
	* })
	* ```
	*/
	json() {
		return this.#cachedBody("text").then((text) => JSON.parse(text));
	}
	/**
	* `.text()` can parse Request body of type `text/plain`
	*
	* @see {@link https://hono.dev/docs/api/request#text}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.text()
	* })
	* ```
	*/
	text() {
		return this.#cachedBody("text");
	}
	/**
	* `.arrayBuffer()` parse Request body as an `ArrayBuffer`
	*
	* @see {@link https://hono.dev/docs/api/request#arraybuffer}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.arrayBuffer()
	* })
	* ```
	*/
	arrayBuffer() {
		return this.#cachedBody("arrayBuffer");
	}
	/**
	* `.bytes()` parses the request body as a `Uint8Array`.
	*
	* @see {@link https://hono.dev/docs/api/request#bytes}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.bytes()
	* })
	* ```
	*/
	bytes() {
		return this.#cachedBody("arrayBuffer").then((buffer) => new Uint8Array(buffer));
	}
	/**
	* Parses the request body as a `Blob`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.blob();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#blob
	*/
	blob() {
		return this.#cachedBody("blob");
	}
	/**
	* Parses the request body as `FormData`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.formData();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#formdata
	*/
	formData() {
		return this.#cachedBody("formData");
	}
	/**
	* Adds validated data to the request.
	*
	* @param target - The target of the validation.
	* @param data - The validated data to add.
	*/
	addValidatedData(target, data) {
		(this.#validatedData ??= {})[target] = data;
	}
	valid(target) {
		return this.#validatedData?.[target];
	}
	/**
	* `.url` can get the request url strings.
	*
	* @see {@link https://hono.dev/docs/api/request#url}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const url = c.req.url // `http://localhost:8787/about/me`
	*   ...
	* })
	* ```
	*/
	get url() {
		return this.raw.url;
	}
	/**
	* `.method` can get the method name of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#method}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const method = c.req.method // `GET`
	* })
	* ```
	*/
	get method() {
		return this.raw.method;
	}
	get [GET_MATCH_RESULT]() {
		return this.#matchResult;
	}
	/**
	* `.matchedRoutes` can return a matched route in the handler
	*
	* @deprecated
	*
	* Use matchedRoutes helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#matchedroutes}
	*
	* @example
	* ```ts
	* app.use('*', async function logger(c, next) {
	*   await next()
	*   c.req.matchedRoutes.forEach(({ handler, method, path }, i) => {
	*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
	*     console.log(
	*       method,
	*       ' ',
	*       path,
	*       ' '.repeat(Math.max(10 - path.length, 0)),
	*       name,
	*       i === c.req.routeIndex ? '<- respond from here' : ''
	*     )
	*   })
	* })
	* ```
	*/
	get matchedRoutes() {
		return this.#matchResult[0].map(([[, route]]) => route);
	}
	/**
	* `.routePath` can retrieve the path registered within the handler
	*
	* @deprecated
	*
	* Use routePath helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#routepath}
	*
	* @example
	* ```ts
	* app.get('/posts/:id', (c) => {
	*   return c.json({ path: c.req.routePath })
	* })
	* ```
	*/
	get routePath() {
		return this.#matchResult[0].map(([[, route]]) => route)[this.routeIndex].path;
	}
};
// ../phone/node_modules/hono/dist/utils/html.js
/**
* @module
* HTML utility.
*/
var HtmlEscapedCallbackPhase = {
	Stringify: 1,
	BeforeStream: 2,
	Stream: 3
};
var raw = (value, callbacks) => {
	const escapedString = new String(value);
	escapedString.isEscaped = true;
	escapedString.callbacks = callbacks;
	return escapedString;
};
var resolveCallback = async (str, phase, preserveCallbacks, context, buffer) => {
	if (typeof str === "object" && !(str instanceof String)) {
		if (!(str instanceof Promise)) str = str.toString();
		if (str instanceof Promise) str = await str;
	}
	const callbacks = str.callbacks;
	if (!callbacks?.length) return Promise.resolve(str);
	if (buffer) buffer[0] += str;
	else buffer = [str];
	const resStr = Promise.all(callbacks.map((c) => c({
		phase,
		buffer,
		context
	}))).then((res) => Promise.all(res.filter(Boolean).map((str) => resolveCallback(str, phase, false, context, buffer))).then(() => buffer[0]));
	if (preserveCallbacks) return raw(await resStr, callbacks);
	else return resStr;
};
// ../phone/node_modules/hono/dist/context.js
var TEXT_PLAIN = "text/plain; charset=UTF-8";
var setDefaultContentType = (contentType, headers) => {
	return {
		"Content-Type": contentType,
		...headers
	};
};
var createResponseInstance = (body, init) => new Response(body, init);
var Context = class {
	#rawRequest;
	#req;
	/**
	* `.env` can get bindings (environment variables, secrets, KV namespaces, D1 database, R2 bucket etc.) in Cloudflare Workers.
	*
	* @see {@link https://hono.dev/docs/api/context#env}
	*
	* @example
	* ```ts
	* // Environment object for Cloudflare Workers
	* app.get('*', async c => {
	*   const counter = c.env.COUNTER
	* })
	* ```
	*/
	env = {};
	#var;
	finalized = false;
	/**
	* `.error` can get the error object from the middleware if the Handler throws an error.
	*
	* @see {@link https://hono.dev/docs/api/context#error}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   await next()
	*   if (c.error) {
	*     // do something...
	*   }
	* })
	* ```
	*/
	error;
	#status;
	#executionCtx;
	#res;
	#layout;
	#renderer;
	#notFoundHandler;
	#preparedHeaders;
	#matchResult;
	#path;
	/**
	* Creates an instance of the Context class.
	*
	* @param req - The Request object.
	* @param options - Optional configuration options for the context.
	*/
	constructor(req, options) {
		this.#rawRequest = req;
		if (options) {
			this.#executionCtx = options.executionCtx;
			this.env = options.env;
			this.#notFoundHandler = options.notFoundHandler;
			this.#path = options.path;
			this.#matchResult = options.matchResult;
		}
	}
	/**
	* `.req` is the instance of {@link HonoRequest}.
	*/
	get req() {
		this.#req ??= new HonoRequest(this.#rawRequest, this.#path, this.#matchResult);
		return this.#req;
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#event}
	* The FetchEvent associated with the current request.
	*
	* @throws Will throw an error if the context does not have a FetchEvent.
	*/
	get event() {
		if (this.#executionCtx && "respondWith" in this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no FetchEvent");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#executionctx}
	* The ExecutionContext associated with the current request.
	*
	* @throws Will throw an error if the context does not have an ExecutionContext.
	*/
	get executionCtx() {
		if (this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no ExecutionContext");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#res}
	* The Response object for the current request.
	*/
	get res() {
		return this.#res ||= createResponseInstance(null, { headers: this.#preparedHeaders ??= new Headers() });
	}
	/**
	* Sets the Response object for the current request.
	*
	* @param _res - The Response object to set.
	*/
	set res(_res) {
		if (this.#res && _res) {
			_res = createResponseInstance(_res.body, _res);
			for (const [k, v] of this.#res.headers.entries()) {
				if (k === "content-type") continue;
				if (k === "set-cookie") {
					const cookies = this.#res.headers.getSetCookie();
					_res.headers.delete("set-cookie");
					for (const cookie of cookies) _res.headers.append("set-cookie", cookie);
				} else _res.headers.set(k, v);
			}
		}
		this.#res = _res;
		this.finalized = true;
	}
	/**
	* `.render()` can create a response within a layout.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   return c.render('Hello!')
	* })
	* ```
	*/
	render = (...args) => {
		this.#renderer ??= (content) => this.html(content);
		return this.#renderer(...args);
	};
	/**
	* Sets the layout for the response.
	*
	* @param layout - The layout to set.
	* @returns The layout function.
	*/
	setLayout = (layout) => this.#layout = layout;
	/**
	* Gets the current layout for the response.
	*
	* @returns The current layout function.
	*/
	getLayout = () => this.#layout;
	/**
	* `.setRenderer()` can set the layout in the custom middleware.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```tsx
	* app.use('*', async (c, next) => {
	*   c.setRenderer((content) => {
	*     return c.html(
	*       <html>
	*         <body>
	*           <p>{content}</p>
	*         </body>
	*       </html>
	*     )
	*   })
	*   await next()
	* })
	* ```
	*/
	setRenderer = (renderer) => {
		this.#renderer = renderer;
	};
	/**
	* `.header()` can set headers.
	*
	* @see {@link https://hono.dev/docs/api/context#header}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*
	*   // Append multiple headers using the append option (e.g. Vary)
	*   c.header('Vary', 'Accept-Encoding', { append: true })
	*   c.header('Vary', 'User-Agent', { append: true })
	*
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	header = (name, value, options) => {
		if (this.finalized && !this.#res.bodyUsed) this.#res = createResponseInstance(this.#res.body, this.#res);
		const headers = this.#res ? this.#res.headers : this.#preparedHeaders ??= new Headers();
		if (value === void 0) headers.delete(name);
		else if (options?.append) headers.append(name, value);
		else headers.set(name, value);
	};
	status = (status) => {
		this.#status = status;
	};
	/**
	* `.set()` can set the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   c.set('message', 'Hono is hot!!')
	*   await next()
	* })
	* ```
	*/
	set = (key, value) => {
		this.#var ??= /* @__PURE__ */ new Map();
		this.#var.set(key, value);
	};
	/**
	* `.get()` can use the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   const message = c.get('message')
	*   return c.text(`The message is "${message}"`)
	* })
	* ```
	*/
	get = (key) => {
		return this.#var ? this.#var.get(key) : void 0;
	};
	/**
	* `.var` can access the value of a variable.
	*
	* @see {@link https://hono.dev/docs/api/context#var}
	*
	* @example
	* ```ts
	* const result = c.var.client.oneMethod()
	* ```
	*/
	get var() {
		if (!this.#var) return {};
		return Object.fromEntries(this.#var);
	}
	#newResponse(data, arg, headers) {
		let responseHeaders = this.#res ? new Headers(this.#res.headers) : this.#preparedHeaders;
		if (typeof arg === "object" && arg.headers) {
			responseHeaders ??= new Headers();
			for (const [key, value] of new Headers(arg.headers)) if (key === "set-cookie") responseHeaders.append(key, value);
			else responseHeaders.set(key, value);
		}
		if (headers) {
			if (!responseHeaders) {
				let count = 0;
				for (const k in headers) if (++count > 1 || typeof headers[k] !== "string") {
					responseHeaders = new Headers();
					break;
				}
			}
			if (responseHeaders) for (const k in headers) {
				const v = headers[k];
				if (typeof v === "string") responseHeaders.set(k, v);
				else {
					responseHeaders.delete(k);
					for (const v2 of v) responseHeaders.append(k, v2);
				}
			}
		}
		return createResponseInstance(data, {
			status: typeof arg === "number" ? arg : arg?.status ?? this.#status,
			headers: responseHeaders ?? headers
		});
	}
	newResponse = (...args) => this.#newResponse(...args);
	/**
	* `.body()` can return the HTTP response.
	* You can set headers with `.header()` and set HTTP status code with `.status`.
	* This can also be set in `.text()`, `.json()` and so on.
	*
	* @see {@link https://hono.dev/docs/api/context#body}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*   // Set HTTP status code
	*   c.status(201)
	*
	*   // Return the response body
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	body = (data, arg, headers) => this.#newResponse(data, arg, headers);
	/**
	* `.text()` can render text as `Content-Type:text/plain`.
	*
	* @see {@link https://hono.dev/docs/api/context#text}
	*
	* @example
	* ```ts
	* app.get('/say', (c) => {
	*   return c.text('Hello!')
	* })
	* ```
	*/
	text = (text, arg, headers) => {
		return !this.#preparedHeaders && !this.#status && !arg && !headers && !this.finalized ? new Response(text) : this.#newResponse(text, arg, setDefaultContentType(TEXT_PLAIN, headers));
	};
	/**
	* `.json()` can render JSON as `Content-Type:application/json`.
	*
	* @see {@link https://hono.dev/docs/api/context#json}
	*
	* @example
	* ```ts
	* app.get('/api', (c) => {
	*   return c.json({ message: 'Hello!' })
	* })
	* ```
	*/
	json = (object, arg, headers) => {
		return this.#newResponse(JSON.stringify(object), arg, setDefaultContentType("application/json", headers));
	};
	html = (html, arg, headers) => {
		const res = (html) => this.#newResponse(html, arg, setDefaultContentType("text/html; charset=UTF-8", headers));
		return typeof html === "object" ? resolveCallback(html, HtmlEscapedCallbackPhase.Stringify, false, {}).then(res) : res(html);
	};
	/**
	* `.redirect()` can Redirect, default status code is 302.
	*
	* @see {@link https://hono.dev/docs/api/context#redirect}
	*
	* @example
	* ```ts
	* app.get('/redirect', (c) => {
	*   return c.redirect('/')
	* })
	* app.get('/redirect-permanently', (c) => {
	*   return c.redirect('/', 301)
	* })
	* ```
	*/
	redirect = (location, status) => {
		const locationString = String(location);
		this.header("Location", !/[^\x00-\xFF]/.test(locationString) ? locationString : encodeURI(locationString));
		return this.newResponse(null, status ?? 302);
	};
	/**
	* `.notFound()` can return the Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/context#notfound}
	*
	* @example
	* ```ts
	* app.get('/notfound', (c) => {
	*   return c.notFound()
	* })
	* ```
	*/
	notFound = () => {
		this.#notFoundHandler ??= () => createResponseInstance();
		return this.#notFoundHandler(this);
	};
};
// ../phone/node_modules/hono/dist/compose.js
/**
* Compose middleware functions into a single function based on `koa-compose` package.
*
* @template E - The environment type.
*
* @param {[[Function, unknown], unknown][] | [[Function]][]} middleware - An array of middleware functions and their corresponding parameters.
* @param {ErrorHandler<E>} [onError] - An optional error handler function.
* @param {NotFoundHandler<E>} [onNotFound] - An optional not-found handler function.
*
* @returns {(context: Context, next?: Next) => Promise<Context>} - A composed middleware function.
*/
var compose = (middleware, onError, onNotFound) => {
	return (context, next) => {
		let index = -1;
		return dispatch(0);
		/**
		* Dispatch the middleware functions.
		*
		* @param {number} i - The current index in the middleware array.
		*
		* @returns {Promise<Context>} - A promise that resolves to the context.
		*/
		async function dispatch(i) {
			if (i <= index) throw new Error("next() called multiple times");
			index = i;
			let res;
			let isError = false;
			let handler;
			if (middleware[i]) {
				handler = middleware[i][0][0];
				context.req.routeIndex = i;
			} else handler = i === middleware.length && next || void 0;
			if (handler) try {
				res = await handler(context, () => dispatch(i + 1));
			} catch (err) {
				if (err instanceof Error && onError) {
					context.error = err;
					res = await onError(err, context);
					isError = true;
				} else throw err;
			}
			else if (context.finalized === false && onNotFound) res = await onNotFound(context);
			if (res && (context.finalized === false || isError)) context.res = res;
			return context;
		}
	};
};
// ../phone/node_modules/hono/dist/helper/route/index.js
/**
* Get matched routes in the handler
*
* @param {Context} c - The context object
* @returns An array of matched routes
*
* @example
* ```ts
* import { matchedRoutes } from 'hono/route'
*
* app.use('*', async function logger(c, next) {
*   await next()
*   matchedRoutes(c).forEach(({ handler, method, path }, i) => {
*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
*     console.log(
*       method,
*       ' ',
*       path,
*       ' '.repeat(Math.max(10 - path.length, 0)),
*       name,
*       i === c.req.routeIndex ? '<- respond from here' : ''
*     )
*   })
* })
* ```
*/
var matchedRoutes = (c) => c.req[GET_MATCH_RESULT][0].map(([[, route]]) => route);
/**
* Get the route path registered within the handler
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The route path registered within the handler
*
* @example
* ```ts
* import { routePath } from 'hono/route'
*
* app.use('*', (c, next) => {
*   console.log(routePath(c)) // '*'
*   console.log(routePath(c, -1)) // '/posts/:id'
*   return next()
* })
*
* app.get('/posts/:id', (c) => {
*   return c.text(routePath(c)) // '/posts/:id'
* })
* ```
*/
var routePath = (c, index) => matchedRoutes(c).at(index ?? c.req.routeIndex)?.path ?? "";
// ../phone/node_modules/hono/dist/router.js
/**
* Array of supported HTTP methods.
*/
var METHODS = [
	"get",
	"post",
	"put",
	"delete",
	"options",
	"patch",
	"query"
];
/**
* Error message indicating that a route cannot be added because the matcher is already built.
*/
var MESSAGE_MATCHER_IS_ALREADY_BUILT = "Can not add a route since the matcher is already built.";
/**
* Error class representing an unsupported path error.
*/
var UnsupportedPathError = class extends Error {};
// ../phone/node_modules/hono/dist/utils/constants.js
/**
* Constant used to mark a composed handler.
*/
var COMPOSED_HANDLER = "__COMPOSED_HANDLER";
// ../phone/node_modules/hono/dist/utils/mount.js
var countTrailingSlashes = (path) => {
	let index = path.length;
	while (index > 0 && path.charCodeAt(index - 1) === 47) index--;
	return path.length - index;
};
var getPathPrefixLength = (c, pathPrefix, routePath) => {
	if (!/[:*]/.test(pathPrefix)) return pathPrefix.length;
	const path = c.req.path;
	const matchResult = c.req[GET_MATCH_RESULT];
	const paramNames = /* @__PURE__ */ new Set();
	let length = 0;
	for (const part of splitRoutingPath(pathPrefix)) {
		if (part[0] === ":" && part.endsWith("}?")) throw new Error(`mount(): Optional regular expression parameters are not supported in "${routePath}".`);
		const pattern = getPattern(part);
		if (pattern && pattern !== "*") {
			const name = pattern[1];
			if (paramNames.has(name)) throw new Error(`mount(): Duplicate path parameter "${name}" in "${routePath}".`);
			paramNames.add(name);
		}
		if (pattern && pattern !== "*" && pattern[2] !== true) {
			const value = matchResult.length === 2 ? matchResult[1][matchResult[0][c.req.routeIndex][1][pattern[1]]] : matchResult[0][c.req.routeIndex][1][pattern[1]];
			length += value.length + 1;
		} else if (pattern || part.endsWith("*")) {
			const end = path.indexOf("/", length + 1);
			length = end === -1 ? path.length : end;
		} else length += part.length + 1;
	}
	return length;
};
var createMountedRequest = (c, pathPrefix, routePath) => {
	if (/[^/]\*$/.test(routePath)) throw new Error(`mount(): Wildcard must follow "/" in "${routePath}".`);
	const prefixLength = getPathPrefixLength(c, pathPrefix, routePath);
	const path = c.req.path.slice(prefixLength) || "/";
	if (prefixLength > c.req.path.length || path[0] !== "/" || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawUrl = c.req.raw.url;
	if (/^[^/?#]*\/\/[^/?#\\]*[?#\\]/.test(rawUrl)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawPathEnd = rawUrl.search(/[?#]/);
	const rawTrailingSlashes = countTrailingSlashes(rawPathEnd === -1 ? rawUrl : rawUrl.slice(0, rawPathEnd));
	if (rawTrailingSlashes > 1 && countTrailingSlashes(c.req.path) === rawTrailingSlashes - 1) throw new HTTPException(400, { message: "Invalid mounted path" });
	const url = new URL(rawUrl);
	url.pathname = path.replace(/[\\\t\n\r]/g, encodeURIComponent);
	if (path.includes("%")) {}
	return new Request(url, c.req.raw);
};
// ../phone/node_modules/hono/dist/hono-base.js
/**
* @module
* This module is the base module for the Hono object.
*/
var notFoundHandler = (c) => {
	return c.text("404 Not Found", 404);
};
var errorHandler = (err, c) => {
	if ("getResponse" in err) {
		const res = err.getResponse();
		return c.newResponse(res.body, res);
	}
	console.error(err);
	return c.text("Internal Server Error", 500);
};
var Hono$1 = class Hono {
	get;
	post;
	put;
	delete;
	options;
	patch;
	query;
	all;
	on;
	use;
	router;
	getPath;
	_basePath = "/";
	#path = "/";
	routes = [];
	constructor(options = {}) {
		[...METHODS, "all"].forEach((method) => {
			this[method] = (args1, ...args) => {
				const methodName = method.toUpperCase();
				if (typeof args1 === "string") this.#path = args1;
				else this.#addRoute(methodName, this.#path, args1);
				args.forEach((handler) => {
					this.#addRoute(methodName, this.#path, handler);
				});
				return this;
			};
		});
		this.on = (method, path, ...handlers) => {
			for (const p of [path].flat()) {
				this.#path = p;
				for (const m of [method].flat()) {
					const methodName = m.toUpperCase();
					for (const handler of handlers) this.#addRoute(methodName, this.#path, handler);
				}
			}
			return this;
		};
		this.use = (arg1, ...handlers) => {
			if (typeof arg1 === "string") this.#path = arg1;
			else {
				this.#path = "*";
				handlers.unshift(arg1);
			}
			handlers.forEach((handler) => {
				this.#addRoute("ALL", this.#path, handler);
			});
			return this;
		};
		const { strict, ...optionsWithoutStrict } = options;
		Object.assign(this, optionsWithoutStrict);
		this.getPath = strict ?? true ? options.getPath ?? getPath : getPathNoStrict;
	}
	#clone() {
		const clone = new Hono({
			router: this.router,
			getPath: this.getPath
		});
		clone.errorHandler = this.errorHandler;
		clone.#notFoundHandler = this.#notFoundHandler;
		clone.routes = this.routes;
		return clone;
	}
	#notFoundHandler = notFoundHandler;
	errorHandler = errorHandler;
	/**
	* `.route()` allows grouping other Hono instance in routes.
	*
	* @see {@link https://hono.dev/docs/api/routing#grouping}
	*
	* @param {string} path - base Path
	* @param {Hono} app - other Hono instance
	* @returns {Hono} routed Hono instance
	*
	* @example
	* ```ts
	* const app = new Hono()
	* const app2 = new Hono()
	*
	* app2.get("/user", (c) => c.text("user"))
	* app.route("/api", app2) // GET /api/user
	* ```
	*/
	route(path, app) {
		const subApp = this.basePath(path);
		app.routes.map((r) => {
			let handler;
			if (app.errorHandler === errorHandler) handler = r.handler;
			else {
				handler = async (c, next) => (await compose([], app.errorHandler)(c, () => r.handler(c, next))).res;
				handler[COMPOSED_HANDLER] = r.handler;
			}
			subApp.#addRoute(r.method, r.path, handler, r.basePath);
		});
		return this;
	}
	/**
	* `.basePath()` allows base paths to be specified.
	*
	* @see {@link https://hono.dev/docs/api/routing#base-path}
	*
	* @param {string} path - base Path
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* const api = new Hono().basePath('/api')
	* ```
	*/
	basePath(path) {
		const subApp = this.#clone();
		subApp._basePath = mergePath(this._basePath, path);
		return subApp;
	}
	/**
	* `.onError()` handles an error and returns a customized Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#error-handling}
	*
	* @param {ErrorHandler} handler - request Handler for error
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.onError((err, c) => {
	*   console.error(`${err}`)
	*   return c.text('Custom Error Message', 500)
	* })
	* ```
	*/
	onError = (handler) => {
		this.errorHandler = handler;
		return this;
	};
	/**
	* `.notFound()` allows you to customize a Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#not-found}
	*
	* @param {NotFoundHandler} handler - request handler for not-found
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.notFound((c) => {
	*   return c.text('Custom 404 Message', 404)
	* })
	* ```
	*/
	notFound = (handler) => {
		this.#notFoundHandler = handler;
		return this;
	};
	/**
	* `.mount()` allows you to mount applications built with other frameworks into your Hono application.
	*
	* @deprecated Use `mount()` from `hono/mount` instead. `.mount()` will be removed in v5.
	*
	* @see {@link https://hono.dev/docs/api/hono#mount}
	*
	* @param {string} path - base Path
	* @param {Function} applicationHandler - other Request Handler
	* @param {MountOptions} [options] - options of `.mount()`
	* @returns {Hono} mounted Hono instance
	* @throws {Error} If automatic request rewriting encounters duplicate path parameter names or an optional regular expression parameter.
	* @throws {HTTPException} With status 400 if automatic request rewriting cannot safely preserve the routed path.
	*
	* @example
	* ```ts
	* import { Router as IttyRouter } from 'itty-router'
	* import { Hono } from 'hono'
	* // Create itty-router application
	* const ittyRouter = IttyRouter()
	* // GET /itty-router/hello
	* ittyRouter.get('/hello', () => new Response('Hello from itty-router'))
	*
	* const app = new Hono()
	* app.mount('/itty-router', ittyRouter.handle)
	* ```
	*
	* @example
	* ```ts
	* const app = new Hono()
	* // Send the request to another application without modification.
	* app.mount('/app', anotherApp, {
	*   replaceRequest: (req) => req,
	* })
	* ```
	*/
	mount(path, applicationHandler, options) {
		let replaceRequest;
		let optionHandler;
		if (options) {
			if (typeof options === "function") optionHandler = options;
			else {
				optionHandler = options.optionHandler;
				if (options.replaceRequest === false) replaceRequest = (request) => request;
				else replaceRequest = options.replaceRequest;
			}
		}
		const getOptions = optionHandler ? (c) => {
			const options = optionHandler(c);
			return Array.isArray(options) ? options : [options];
		} : (c) => {
			let executionContext = void 0;
			try {
				executionContext = c.executionCtx;
			} catch {}
			return [c.env, executionContext];
		};
		const defaultReplaceRequest = (c) => {
			const mountedRoutePath = routePath(c);
			return createMountedRequest(c, mountedRoutePath.replace(/\/?\*$/, ""), mountedRoutePath);
		};
		const handler = async (c, next) => {
			const res = await applicationHandler(replaceRequest ? replaceRequest(c.req.raw) : defaultReplaceRequest(c), ...getOptions(c));
			if (res) return res;
			await next();
		};
		this.#addRoute("ALL", mergePath(path, "*"), handler);
		return this;
	}
	#addRoute(method, path, handler, baseRoutePath) {
		path = mergePath(this._basePath, path);
		const r = {
			basePath: baseRoutePath !== void 0 ? mergePath(this._basePath, baseRoutePath) : this._basePath,
			path,
			method,
			handler
		};
		this.router.add(method, path, [handler, r]);
		this.routes.push(r);
	}
	#handleError(err, c) {
		if (err instanceof Error) return this.errorHandler(err, c);
		throw err;
	}
	#dispatch(request, executionCtx, env, method) {
		if (method === "HEAD") return (async () => new Response(null, await this.#dispatch(request, executionCtx, env, "GET")))();
		const path = this.getPath(request, { env });
		const matchResult = this.router.match(method, path);
		const c = new Context(request, {
			path,
			matchResult,
			env,
			executionCtx,
			notFoundHandler: this.#notFoundHandler
		});
		if (matchResult[0].length === 1) {
			let res;
			try {
				res = matchResult[0][0][0][0](c, async () => {
					c.res = await this.#notFoundHandler(c);
				});
			} catch (err) {
				return this.#handleError(err, c);
			}
			return res instanceof Promise ? res.then((resolved) => resolved || (c.finalized ? c.res : this.#notFoundHandler(c))).catch((err) => this.#handleError(err, c)) : res ?? this.#notFoundHandler(c);
		}
		const composed = compose(matchResult[0], this.errorHandler, this.#notFoundHandler);
		return (async () => {
			try {
				const context = await composed(c);
				if (!context.finalized) throw new Error("Context is not finalized. Did you forget to return a Response object or `await next()`?");
				return context.res;
			} catch (err) {
				return this.#handleError(err, c);
			}
		})();
	}
	/**
	* `.fetch()` will be entry point of your app.
	*
	* @see {@link https://hono.dev/docs/api/hono#fetch}
	*
	* @param {Request} request - request Object of request
	* @param {Env} env - env Object
	* @param {ExecutionContext} executionCtx - context of execution
	* @returns {Response | Promise<Response>} response of request
	*
	*/
	fetch = (request, ...rest) => {
		return this.#dispatch(request, rest[1], rest[0], request.method);
	};
	/**
	* `.request()` is a useful method for testing.
	* You can pass a URL or pathname to send a GET request.
	* app will return a Response object.
	* ```ts
	* test('GET /hello is ok', async () => {
	*   const res = await app.request('/hello')
	*   expect(res.status).toBe(200)
	* })
	* ```
	* @see https://hono.dev/docs/api/hono#request
	*/
	request = (input, requestInit, Env, executionCtx) => {
		if (input instanceof Request) return this.fetch(requestInit ? new Request(input, requestInit) : input, Env, executionCtx);
		input = input.toString();
		return this.fetch(new Request(/^https?:\/\//.test(input) ? input : `http://localhost${mergePath("/", input)}`, requestInit), Env, executionCtx);
	};
	/**
	* `.fire()` automatically adds a global fetch event listener.
	* This can be useful for environments that adhere to the Service Worker API, such as non-ES module Cloudflare Workers.
	* @deprecated
	* Use `fire` from `hono/service-worker` instead.
	* ```ts
	* import { Hono } from 'hono'
	* import { fire } from 'hono/service-worker'
	*
	* const app = new Hono()
	* // ...
	* fire(app)
	* ```
	* @see https://hono.dev/docs/api/hono#fire
	* @see https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API
	* @see https://developers.cloudflare.com/workers/reference/migrate-to-module-workers/
	*/
	fire = () => {
		addEventListener("fetch", (event) => {
			event.respondWith(this.#dispatch(event.request, event, void 0, event.request.method));
		});
	};
};
// ../phone/node_modules/hono/dist/router/utils.js
var createNullObject = () => Object.create(null);
// ../phone/node_modules/hono/dist/router/reg-exp-router/matcher.js
var emptyParam = [];
function match(method, path) {
	const matchers = this.buildAllMatchers();
	const match = ((method, path) => {
		const matcher = matchers[method] || matchers["ALL"];
		const staticMatch = matcher[2][path];
		if (staticMatch) return staticMatch;
		const match = path.match(matcher[0]);
		if (!match) return [[], emptyParam];
		const index = match.indexOf("", 1);
		return [matcher[1][index], match];
	});
	this.match = match;
	return match(method, path);
}
// ../phone/node_modules/hono/dist/router/reg-exp-router/node.js
var LABEL_REG_EXP_STR = "[^/]+";
var ONLY_WILDCARD_REG_EXP_STR = "[^]*";
var TAIL_WILDCARD_REG_EXP_STR = "(?:|/[^]*)";
var PATH_ERROR = Symbol();
var regExpMetaChars = /* @__PURE__ */ new Set(".\\+*[^]$()");
/**
* Sort order:
* 1. literal
* 2. special pattern (e.g. :label{[0-9]+})
* 3. common label pattern (e.g. :label)
* 4. wildcard
*/
function compareKey(a, b) {
	if (a.length === 1) return b.length === 1 ? a < b ? -1 : 1 : -1;
	if (b.length === 1) return 1;
	if (a === "[^]*" || a === "(?:|/[^]*)") return b === "[^]*" ? -1 : 1;
	else if (b === "[^]*" || b === "(?:|/[^]*)") return -1;
	if (a === "[^/]+") return 1;
	else if (b === "[^/]+") return -1;
	return a.length === b.length ? a < b ? -1 : 1 : b.length - a.length;
}
var Node$1 = class Node {
	#index;
	#varIndex;
	#children = createNullObject();
	insert(tokens, index, paramMap, context, keys) {
		let node = this;
		for (let i = 0, len = tokens.length; i < len; i++) {
			const token = tokens[i];
			const pattern = token.length === 1 ? token === "*" ? i === len - 1 ? [
				"",
				"",
				ONLY_WILDCARD_REG_EXP_STR
			] : [
				"",
				"",
				LABEL_REG_EXP_STR
			] : null : token === "/*" ? [
				"",
				"",
				TAIL_WILDCARD_REG_EXP_STR
			] : token.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
			let nextNode;
			if (pattern) {
				const name = pattern[1];
				let regexpStr = pattern[2] || "[^/]+";
				if (name && pattern[2]) {
					if (new RegExp(regexpStr).test("")) throw PATH_ERROR;
					regexpStr = regexpStr.replace(/^\((?!\?:)(?=[^)]+\)$)/, "(?:");
					if (/\((?!\?:)/.test(regexpStr)) throw PATH_ERROR;
					if (regexpStr.length === 1 && regExpMetaChars.has(regexpStr)) throw PATH_ERROR;
				}
				keys.push(regexpStr);
				nextNode = node.#children[regexpStr];
				if (!nextNode) {
					if (regexpStr !== "[^]*" && regexpStr !== "(?:|/[^]*)") {
						for (const k in node.#children) if ((regexpStr.length > 1 || k.length > 1) && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					}
					nextNode = node.#children[regexpStr] = new Node();
				}
				if (name !== "") {
					nextNode.#varIndex ??= context.varIndex++;
					paramMap.push([name, nextNode.#varIndex]);
				}
			} else {
				keys.push(token);
				nextNode = node.#children[token];
				if (!nextNode) {
					for (const k in node.#children) if (k.length > 1 && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					nextNode = node.#children[token] = new Node();
				}
			}
			node = nextNode;
		}
		if (node.#index !== void 0) throw PATH_ERROR;
		node.#index = index;
	}
	buildRegExpStr() {
		const strList = Object.keys(this.#children).sort(compareKey).map((k) => {
			const c = this.#children[k];
			const childStr = c.buildRegExpStr();
			return childStr === "" ? "" : (typeof c.#varIndex === "number" ? `(${k})@${c.#varIndex}` : regExpMetaChars.has(k) ? `\\${k}` : k) + childStr;
		}).filter(Boolean);
		if (typeof this.#index === "number" && this.#index !== -1) strList.unshift(`#${this.#index}`);
		if (strList.length === 0) return "";
		if (strList.length === 1) return strList[0];
		return "(?:" + strList.join("|") + ")";
	}
};
// ../phone/node_modules/hono/dist/router/reg-exp-router/trie.js
var Trie = class {
	#context = { varIndex: 0 };
	#root = new Node$1();
	#index = 0;
	paths = createNullObject();
	insert(path, isStatic) {
		const keys = [];
		if (isStatic) {
			this.#root.insert(path.split(""), -1, [], this.#context, keys);
			this.paths[path] = [
				-1,
				[],
				keys
			];
			return;
		}
		const paramAssoc = [];
		const groups = [];
		let markedPath = path;
		for (let i = 0;;) {
			let replaced = false;
			markedPath = markedPath.replace(/\{(?:\{[\d,]+\}|[^}])+\}/g, (m) => {
				const mark = `@\\${i}`;
				groups[i] = [mark, m];
				i++;
				replaced = true;
				return mark;
			});
			if (!replaced) break;
		}
		/**
		*  - pattern (:label, :label{0-9]+}, ...)
		*  - /* wildcard
		*  - character
		*/
		const tokens = markedPath.match(/(?::[^\/]+)|(?:\/\*$)|./gs) || [];
		for (let i = groups.length - 1; i >= 0; i--) {
			const [mark] = groups[i];
			for (let j = tokens.length - 1; j >= 0; j--) if (tokens[j].indexOf(mark) !== -1) {
				tokens[j] = tokens[j].replace(mark, groups[i][1]);
				break;
			}
		}
		this.#root.insert(tokens, this.#index, paramAssoc, this.#context, keys);
		this.paths[path] = [
			this.#index++,
			paramAssoc,
			keys
		];
	}
	buildRegExp() {
		let regexp = this.#root.buildRegExpStr();
		if (regexp === "") return [
			/^$/,
			[],
			[]
		];
		let captureIndex = 0;
		const indexReplacementMap = [];
		const paramReplacementMap = [];
		regexp = regexp.replace(/#(\d+)|@(\d+)|\.\*\$/g, (_, handlerIndex, paramIndex) => {
			if (handlerIndex !== void 0) {
				indexReplacementMap[++captureIndex] = Number(handlerIndex);
				return "$()";
			}
			if (paramIndex !== void 0) {
				paramReplacementMap[Number(paramIndex)] = ++captureIndex;
				return "";
			}
			return "";
		});
		return [
			new RegExp(`^${regexp}`),
			indexReplacementMap,
			paramReplacementMap
		];
	}
};
// ../phone/node_modules/hono/dist/router/reg-exp-router/router.js
function endsWithWildcard(keys) {
	const tail = keys[keys.length - 1];
	return tail === "[^]*" || tail === "(?:|/[^]*)";
}
function covers(wildcard, target) {
	const last = wildcard.length - 1;
	for (let i = 0; i < last; i++) if (wildcard[i] !== target[i]) return false;
	return wildcard[last] === "[^]*" || target.length === last || target[last] === "/";
}
var RegExpRouter = class {
	name = "RegExpRouter";
	#handlers;
	#tries;
	constructor() {
		this.#handlers = { ["ALL"]: [] };
		this.#tries = { ["ALL"]: new Trie() };
	}
	#insertPath(method, path) {
		try {
			this.#tries[method].insert(path, !/\*|\/:/.test(path));
		} catch (e) {
			throw e === PATH_ERROR ? new UnsupportedPathError(path) : e;
		}
	}
	add(method, path, handler) {
		const handlers = this.#handlers;
		if (!handlers) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		const tries = this.#tries;
		if (!handlers[method]) {
			tries[method] = new Trie();
			handlers[method] = [...handlers["ALL"]];
			for (const p in tries["ALL"].paths) this.#insertPath(method, p);
		}
		if (path === "/*") path = "*";
		const methods = method === "ALL" ? Object.keys(handlers) : [method];
		const paths = checkOptionalParameter(path) || [path];
		for (const path of paths) for (const m of methods) {
			if (!tries[m].paths[path]) this.#insertPath(m, path);
			handlers[m].push([handler, path]);
		}
	}
	match = match;
	buildAllMatchers() {
		const matchers = createNullObject();
		for (const method of Object.keys(this.#handlers)) matchers[method] = this.#buildMatcher(method);
		this.#handlers = this.#tries = void 0;
		return matchers;
	}
	#buildMatcher(method) {
		const handlers = this.#handlers[method];
		const trie = this.#tries[method];
		const staticMap = createNullObject();
		const handlerData = [];
		const [regexp, indexReplacementMap, paramReplacementMap] = trie.buildRegExp();
		const own = createNullObject();
		const entries = handlers.map(([h, p], i) => {
			(own[p] ??= []).push(i);
			return [h, trie.paths[p][1].reduceRight((map, [key, varIndex]) => {
				map[key] = paramReplacementMap[varIndex];
				return map;
			}, createNullObject())];
		});
		const wildcards = Object.keys(own).filter((p) => endsWithWildcard(trie.paths[p][2]));
		for (const path in trie.paths) {
			const [index, , keys] = trie.paths[path];
			const indexes = [...own[path]];
			for (const p of wildcards) if (p !== path && covers(trie.paths[p][2], keys)) indexes.push(...own[p]);
			const data = indexes.sort((a, b) => a - b).map((i) => entries[i]);
			if (index === -1) {
				const last = Math.max(-1, ...data.flatMap(([, map]) => Object.values(map)));
				staticMap[path] = [data, last === -1 ? emptyParam : path.match(regexp).slice(0, last + 1)];
			} else handlerData[index] = data;
		}
		return [
			regexp,
			indexReplacementMap.map((i) => handlerData[i]),
			staticMap
		];
	}
};
// ../phone/node_modules/hono/dist/router/smart-router/router.js
var SmartRouter = class {
	name = "SmartRouter";
	#routers = [];
	#routes = [];
	constructor(init) {
		this.#routers = init.routers;
	}
	add(method, path, handler) {
		if (!this.#routes) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		this.#routes.push([
			method,
			path,
			handler
		]);
	}
	match(method, path) {
		if (!this.#routes) throw new Error("Fatal error");
		const routers = this.#routers;
		const routes = this.#routes;
		const len = routers.length;
		let i = 0;
		let res;
		for (; i < len; i++) {
			const router = routers[i];
			try {
				for (let i = 0, len = routes.length; i < len; i++) router.add(...routes[i]);
				res = router.match(method, path);
			} catch (e) {
				if (e instanceof UnsupportedPathError) continue;
				throw e;
			}
			this.match = router.match.bind(router);
			this.#routers = [router];
			this.#routes = void 0;
			break;
		}
		if (i === len) throw new Error("Fatal error");
		this.name = `SmartRouter + ${this.activeRouter.name}`;
		return res;
	}
	get activeRouter() {
		if (this.#routes || this.#routers.length !== 1) throw new Error("No active router has been determined yet.");
		return this.#routers[0];
	}
};
// ../phone/node_modules/hono/dist/router/trie-router/node.js
var emptyParams = createNullObject();
var order = 0;
var Node = class Node {
	#methods = [];
	#children = createNullObject();
	#patterns = [];
	#pattern;
	#params = emptyParams;
	insert(method, path, handler) {
		let curNode = this;
		const parts = splitRoutingPath(path);
		const possibleKeys = /* @__PURE__ */ new Set();
		let i = 0;
		for (const p of parts) {
			const nextP = parts[++i];
			const pattern = getPattern(p, nextP) || (nextP === void 0 && p && p.indexOf("*") === p.length - 1 ? p : null);
			const isParam = Array.isArray(pattern);
			const key = isParam ? pattern[0] : pattern || p;
			const child = curNode.#children[key] ||= new Node();
			if (pattern && !child.#pattern) {
				child.#pattern = pattern;
				curNode.#patterns.push(child);
			}
			curNode = child;
			if (isParam) possibleKeys.add(pattern[1]);
		}
		curNode.#methods.push({ [method]: {
			handler,
			possibleKeys: [...possibleKeys],
			score: ++order
		} });
	}
	#pushHandlerSets(handlerSets, node, method, nodeParams, params) {
		for (let i = 0, len = node.#methods.length; i < len; i++) {
			const m = node.#methods[i];
			const handlerSet = m[method] || m["ALL"];
			if (handlerSet) {
				handlerSet.params = createNullObject();
				handlerSets.push(handlerSet);
				for (let i = 0, len = handlerSet.possibleKeys.length; i < len; i++) {
					const key = handlerSet.possibleKeys[i];
					handlerSet.params[key] = params?.[key] && !i ? params[key] : nodeParams[key] ?? params?.[key];
				}
			}
		}
	}
	search(method, path) {
		const handlerSets = [];
		this.#params = emptyParams;
		let curNodes = [this];
		const parts = splitPath(path);
		const curNodesQueue = [];
		const len = parts.length;
		let partOffsets = null;
		for (let i = 0; i < len; i++) {
			const part = parts[i];
			const isLast = i === len - 1;
			const tempNodes = [];
			for (let j = 0, len2 = curNodes.length; j < len2; j++) {
				const node = curNodes[j];
				const nextNode = node.#children[part];
				if (nextNode) {
					nextNode.#params = node.#params;
					if (isLast) {
						if (nextNode.#children["*"]) this.#pushHandlerSets(handlerSets, nextNode.#children["*"], method, node.#params);
						this.#pushHandlerSets(handlerSets, nextNode, method, node.#params);
					} else tempNodes.push(nextNode);
				}
				for (const child of node.#patterns) {
					const pattern = child.#pattern;
					const params = node.#params === emptyParams ? {} : { ...node.#params };
					if (typeof pattern === "string") {
						if (pattern === "*" || part.startsWith(pattern.slice(0, -1))) {
							this.#pushHandlerSets(handlerSets, child, method, node.#params);
							if (pattern === "*") {
								child.#params = params;
								tempNodes.push(child);
							}
						}
						continue;
					}
					const [, name, matcher] = pattern;
					if (!part && matcher === true) continue;
					if (matcher !== true) {
						if (!partOffsets) {
							partOffsets = [];
							let offset = path[0] === "/" ? 1 : 0;
							for (let p = 0; p < len; p++) {
								partOffsets[p] = offset;
								offset += parts[p].length + 1;
							}
						}
						const restPathString = path.slice(partOffsets[i]);
						const m = matcher.exec(restPathString);
						if (m) {
							if (!Object.hasOwn(params, name)) params[name] = m[0];
							this.#pushHandlerSets(handlerSets, child, method, node.#params, params);
							if (m[0].length === restPathString.length && child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, node.#params, params);
							for (const _ in child.#children) {
								child.#params = params;
								const componentCount = m[0].match(/\//g)?.length ?? 0;
								(curNodesQueue[componentCount] ||= []).push(child);
								break;
							}
							continue;
						}
					}
					if (matcher === true || matcher.test(part)) {
						if (!Object.hasOwn(params, name)) params[name] = part;
						if (isLast) {
							this.#pushHandlerSets(handlerSets, child, method, params, node.#params);
							if (child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, params, node.#params);
						} else {
							child.#params = params;
							tempNodes.push(child);
						}
					}
				}
			}
			const shifted = curNodesQueue.shift();
			curNodes = shifted ? tempNodes.concat(shifted) : tempNodes;
		}
		if (handlerSets[1]) handlerSets.sort((a, b) => {
			return a.score - b.score;
		});
		return [handlerSets.map(({ handler, params }) => [handler, params])];
	}
};
// ../phone/node_modules/hono/dist/router/trie-router/router.js
var TrieRouter = class {
	name = "TrieRouter";
	#node = new Node();
	add(method, path, handler) {
		for (const result of checkOptionalParameter(path) || [path]) this.#node.insert(method, result, handler);
	}
	match(method, path) {
		return this.#node.search(method, path);
	}
};
// ../phone/node_modules/hono/dist/hono.js
/**
* The Hono class extends the functionality of the HonoBase class.
* It sets up routing and allows for custom options to be passed.
*
* @template E - The environment type.
* @template S - The schema type.
* @template BasePath - The base path type.
*/
var Hono = class extends Hono$1 {
	/**
	* Creates an instance of the Hono class.
	*
	* @param options - Optional configuration options for the Hono instance.
	*/
	constructor(options = {}) {
		super(options);
		this.router = options.router ?? new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
	}
};
// ../phone/node_modules/hono/dist/middleware/secure-headers/secure-headers.js
var HEADERS_MAP = {
	crossOriginEmbedderPolicy: ["Cross-Origin-Embedder-Policy", "require-corp"],
	crossOriginResourcePolicy: ["Cross-Origin-Resource-Policy", "same-origin"],
	crossOriginOpenerPolicy: ["Cross-Origin-Opener-Policy", "same-origin"],
	originAgentCluster: ["Origin-Agent-Cluster", "?1"],
	referrerPolicy: ["Referrer-Policy", "no-referrer"],
	strictTransportSecurity: ["Strict-Transport-Security", "max-age=15552000; includeSubDomains"],
	xContentTypeOptions: ["X-Content-Type-Options", "nosniff"],
	xDnsPrefetchControl: ["X-DNS-Prefetch-Control", "off"],
	xDownloadOptions: ["X-Download-Options", "noopen"],
	xFrameOptions: ["X-Frame-Options", "SAMEORIGIN"],
	xPermittedCrossDomainPolicies: ["X-Permitted-Cross-Domain-Policies", "none"],
	xXssProtection: ["X-XSS-Protection", "0"]
};
var DEFAULT_OPTIONS = {
	crossOriginEmbedderPolicy: false,
	crossOriginResourcePolicy: true,
	crossOriginOpenerPolicy: true,
	originAgentCluster: true,
	referrerPolicy: true,
	strictTransportSecurity: true,
	xContentTypeOptions: true,
	xDnsPrefetchControl: true,
	xDownloadOptions: true,
	xFrameOptions: true,
	xPermittedCrossDomainPolicies: true,
	xXssProtection: true,
	removePoweredBy: true,
	permissionsPolicy: {},
	overwrite: true
};
/**
* Secure Headers Middleware for Hono.
*
* @see {@link https://hono.dev/docs/middleware/builtin/secure-headers}
*
* @param {Partial<SecureHeadersOptions>} [customOptions] - The options for the secure headers middleware.
* @param {ContentSecurityPolicyOptions} [customOptions.contentSecurityPolicy] - Settings for the Content-Security-Policy header.
* @param {ContentSecurityPolicyOptions} [customOptions.contentSecurityPolicyReportOnly] - Settings for the Content-Security-Policy-Report-Only header.
* @param {overridableHeader} [customOptions.crossOriginEmbedderPolicy=false] - Settings for the Cross-Origin-Embedder-Policy header.
* @param {overridableHeader} [customOptions.crossOriginResourcePolicy=true] - Settings for the Cross-Origin-Resource-Policy header.
* @param {overridableHeader} [customOptions.crossOriginOpenerPolicy=true] - Settings for the Cross-Origin-Opener-Policy header.
* @param {overridableHeader} [customOptions.originAgentCluster=true] - Settings for the Origin-Agent-Cluster header.
* @param {overridableHeader} [customOptions.referrerPolicy=true] - Settings for the Referrer-Policy header.
* @param {ReportingEndpointOptions[]} [customOptions.reportingEndpoints] - Settings for the Reporting-Endpoints header.
* @param {ReportToOptions[]} [customOptions.reportTo] - Settings for the Report-To header.
* @param {overridableHeader} [customOptions.strictTransportSecurity=true] - Settings for the Strict-Transport-Security header.
* @param {overridableHeader} [customOptions.xContentTypeOptions=true] - Settings for the X-Content-Type-Options header.
* @param {overridableHeader} [customOptions.xDnsPrefetchControl=true] - Settings for the X-DNS-Prefetch-Control header.
* @param {overridableHeader} [customOptions.xDownloadOptions=true] - Settings for the X-Download-Options header.
* @param {overridableHeader} [customOptions.xFrameOptions=true] - Settings for the X-Frame-Options header.
* @param {overridableHeader} [customOptions.xPermittedCrossDomainPolicies=true] - Settings for the X-Permitted-Cross-Domain-Policies header.
* @param {overridableHeader} [customOptions.xXssProtection=true] - Settings for the X-XSS-Protection header.
* @param {boolean} [customOptions.removePoweredBy=true] - Settings for remove X-Powered-By header.
* @param {PermissionsPolicyOptions} [customOptions.permissionsPolicy] - Settings for the Permissions-Policy header.
* @param {boolean} [customOptions.overwrite=true] - Whether to replace a header that the response already has. Set `false` to keep a header that a handler set itself.
* @returns {MiddlewareHandler} The middleware handler function.
*
* @example
* ```ts
* const app = new Hono()
* app.use(secureHeaders())
* ```
*/
var secureHeaders = (customOptions) => {
	const options = {
		...DEFAULT_OPTIONS,
		...customOptions
	};
	const headersToSet = getFilteredHeaders(options);
	const callbacks = [];
	if (options.contentSecurityPolicy) {
		const [callback, value] = getCSPDirectives(options.contentSecurityPolicy, "Content-Security-Policy");
		if (callback) callbacks.push(callback);
		headersToSet.push(["Content-Security-Policy", value]);
	}
	if (options.contentSecurityPolicyReportOnly) {
		const [callback, value] = getCSPDirectives(options.contentSecurityPolicyReportOnly, "Content-Security-Policy-Report-Only");
		if (callback) callbacks.push(callback);
		headersToSet.push(["Content-Security-Policy-Report-Only", value]);
	}
	if (options.permissionsPolicy && Object.keys(options.permissionsPolicy).length > 0) headersToSet.push(["Permissions-Policy", getPermissionsPolicyDirectives(options.permissionsPolicy)]);
	if (options.reportingEndpoints) headersToSet.push(["Reporting-Endpoints", getReportingEndpoints(options.reportingEndpoints)]);
	if (options.reportTo) headersToSet.push(["Report-To", getReportToOptions(options.reportTo)]);
	return async function secureHeaders(ctx, next) {
		const headersToSetForReq = callbacks.length === 0 ? headersToSet : callbacks.reduce((acc, cb) => cb(ctx, acc), headersToSet);
		await next();
		setHeaders(ctx, headersToSetForReq, options.overwrite !== false);
		if (options?.removePoweredBy) ctx.res.headers.delete("X-Powered-By");
	};
};
function getFilteredHeaders(options) {
	return Object.entries(HEADERS_MAP).filter(([key]) => options[key]).map(([key, defaultValue]) => {
		const overrideValue = options[key];
		return typeof overrideValue === "string" ? [defaultValue[0], overrideValue] : defaultValue;
	});
}
function getCSPDirectives(contentSecurityPolicy, headerName) {
	const callbacks = [];
	const resultValues = [];
	for (const [directive, value] of Object.entries(contentSecurityPolicy)) {
		const valueArray = Array.isArray(value) ? value : [value];
		valueArray.forEach((value, i) => {
			if (typeof value === "function") {
				const index = i * 2 + 2 + resultValues.length;
				callbacks.push((ctx, values) => {
					values[index] = value(ctx, directive);
				});
			}
		});
		resultValues.push(directive.replace(/[A-Z]+(?![a-z])|[A-Z]/g, (match, offset) => offset ? "-" + match.toLowerCase() : match.toLowerCase()), ...valueArray.flatMap((value) => [" ", value]), "; ");
	}
	resultValues.pop();
	return callbacks.length === 0 ? [void 0, resultValues.join("")] : [(ctx, headersToSet) => headersToSet.map((values) => {
		if (values[0] === headerName) {
			const clone = values[1].slice();
			callbacks.forEach((cb) => {
				cb(ctx, clone);
			});
			return [values[0], clone.join("")];
		} else return values;
	}), resultValues];
}
function getPermissionsPolicyDirectives(policy) {
	return Object.entries(policy).map(([directive, value]) => {
		const kebabDirective = camelToKebab(directive);
		if (typeof value === "boolean") return `${kebabDirective}=${value ? "*" : "()"}`;
		if (Array.isArray(value)) {
			if (value.length === 0) return `${kebabDirective}=()`;
			if (value.length === 1 && value[0] === "*") return `${kebabDirective}=*`;
			if (value.length === 1 && value[0] === "none") return `${kebabDirective}=()`;
			return `${kebabDirective}=(${value.map((item) => ["self", "src"].includes(item) ? item : `"${item}"`).join(" ")})`;
		}
		return "";
	}).filter(Boolean).join(", ");
}
function camelToKebab(str) {
	return str.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
}
function getReportingEndpoints(reportingEndpoints = []) {
	return reportingEndpoints.map((endpoint) => `${endpoint.name}="${endpoint.url}"`).join(", ");
}
function getReportToOptions(reportTo = []) {
	return reportTo.map((option) => JSON.stringify(option)).join(", ");
}
function setHeaders(ctx, headersToSet, overwrite) {
	headersToSet.forEach(([header, value]) => {
		if (!overwrite && ctx.res.headers.has(header)) return;
		ctx.res.headers.set(header, value);
	});
}
// contract/problem.ts
/** Every problem that the API returns, with its HTTP status and title (RFC 9457). */
var PROBLEMS = {
	UNAUTHENTICATED: {
		status: 401,
		title: "Sign in first"
	},
	FORBIDDEN: {
		status: 403,
		title: "Not yours to do"
	},
	NOT_FOUND: {
		status: 404,
		title: "Not found"
	},
	WRONG_ACCOUNT: {
		status: 409,
		title: "Signed in as somebody else"
	},
	REG_CLOSED: {
		status: 409,
		title: "Registration is not open"
	},
	REG_OPEN: {
		status: 409,
		title: "Registration is still open"
	},
	ALREADY_APPLIED: {
		status: 409,
		title: "This person is already registered"
	},
	BIB_TAKEN: {
		status: 409,
		title: "This bib is taken"
	},
	FULL: {
		status: 409,
		title: "The event is full"
	},
	ACCOUNT_LIMIT: {
		status: 409,
		title: "No more applications of this account"
	},
	GONE: {
		status: 410,
		title: "Deleted"
	},
	STALE: {
		status: 412,
		title: "Changed in the meantime"
	},
	TOO_LARGE: {
		status: 413,
		title: "Too large"
	},
	UNSUPPORTED_MEDIA: {
		status: 415,
		title: "JSON is expected"
	},
	INVALID: {
		status: 422,
		title: "Invalid input"
	},
	RATE_LIMITED: {
		status: 429,
		title: "Too many requests"
	},
	UNAVAILABLE: {
		status: 503,
		title: "Try again later"
	}
};
var PROBLEM_CODES = Object.keys(PROBLEMS);
/**
* A failure that the worker and the app know. The worker throws it; the app builds it again from the response. Code
* decides by `code` and never by the text.
*/
var Problem = class extends Error {
	code;
	fields;
	/** Seconds to wait before the next attempt, if the server sends Retry-After. */
	retryAfterSeconds;
	constructor(code, detail, more = {}) {
		super(detail);
		this.name = "Problem";
		this.code = code;
		this.fields = more.fields;
		this.retryAfterSeconds = more.retryAfterSeconds;
	}
	/** HTTP status of the problem. */
	get status() {
		return PROBLEMS[this.code].status;
	}
	/** The RFC 9457 body. */
	toBody() {
		return {
			type: `urn:startline:problem:${this.code.toLowerCase().replaceAll("_", "-")}`,
			title: PROBLEMS[this.code].title,
			status: this.status,
			detail: this.message,
			code: this.code,
			...this.fields ? { fields: this.fields } : {}
		};
	}
};
/** What is said of a field that a schema does not know. Not in field-words, which the home page does not need. */
var UNKNOWN_FIELD = "is not a known field";
/** What is said of a session that was ended. */
var WAS_ENDED = "was ended";
/** What is said of an account that was deleted. */
var WAS_DELETED = "was deleted";
/** The INVALID problem for a failed zod parse. A field's name is its path with dots, after `prefix`. */
function invalidFrom(error, prefix = "") {
	const wrong = /* @__PURE__ */ new Map();
	for (const issue of error.issues) {
		const unknown = issue.code === "unrecognized_keys";
		for (const path of unknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]) {
			const name = [prefix, ...path.map(String)].filter(Boolean).join(".") || "body";
			if (!wrong.has(name)) wrong.set(name, unknown ? UNKNOWN_FIELD : issue.message);
		}
	}
	const [first] = wrong;
	return new Problem("INVALID", first ? `${first[0]}: ${first[1]}` : "The request is invalid.", { fields: Object.fromEntries(wrong) });
}
/**
* The problem of a session that the account or an operator has ended. It is UNAUTHENTICATED, as older apps expect, and
* names the field `session`.
*/
function endedSession() {
	return new Problem("UNAUTHENTICATED", "This session was ended. Sign in again.", { fields: { session: WAS_ENDED } });
}
/** The problem of a session whose account was deleted. It names the field `account` too. */
function deletedAccount() {
	return new Problem("UNAUTHENTICATED", "This account was deleted.", { fields: {
		session: WAS_ENDED,
		account: WAS_DELETED
	} });
}
/** The INVALID problem of one field. */
function invalidField(field, wrong) {
	return new Problem("INVALID", `${field}: ${wrong}`, { fields: { [field]: wrong } });
}
// ../phone/node_modules/hono/dist/helper/factory/index.js
var createMiddleware = (middleware) => middleware;
// worker/auth/same-origin.ts
/**
* Accepts writes from the pages of this origin only. It checks Sec-Fetch-Site, or Origin if the browser does not send
* Sec-Fetch-Site. @throws Problem FORBIDDEN
*/
var requireSameOrigin = createMiddleware(async (c, next) => {
	if (c.req.method !== "GET" && c.req.method !== "HEAD") {
		const site = c.req.header("Sec-Fetch-Site");
		if (!(site ? site === "same-origin" : c.req.header("Origin") === new URL(c.req.url).origin)) throw new Problem("FORBIDDEN", "Writes are accepted from this site only.");
	}
	await next();
});
/**
* Accepts a WebSocket from the pages of this origin only. Browsers let every site open a WebSocket, send the cookie
* with it, and always send Origin. @throws Problem FORBIDDEN; INVALID for a request that is no WebSocket
*/
var requireOwnPage = createMiddleware(async (c, next) => {
	if (c.req.header("Origin") !== new URL(c.req.url).origin) throw new Problem("FORBIDDEN", "A WebSocket is accepted from this site only.");
	if (c.req.header("Upgrade")?.toLowerCase() !== "websocket") throw invalidField("Upgrade", "must be websocket");
	await next();
});
// worker/db/request-d1.ts
/** The form of D1's bookmarks is not documented. Text of another form than this is no bookmark and is left out. */
var BOOKMARK$1 = /^[\w-]{1,128}$/;
/**
* Wraps a D1 binding for one request: it counts round trips, for Server-Timing and the log, and lets a pull read near
* its reader (docs/decisions/063-pulls-near-the-reader.md).
*
* - Everything but `readNear` runs at the primary, each statement and each batch in a session of its own. A session that
*   goes on may read a replica, which may lack what a guard saw, and then the next try would fail as well.
* - A statement that fails near the reader runs once more at the primary, and so do all that follow. So a replica that
*   is out, or a bookmark that D1 refuses, breaks no request.
* - Statements have `bind`, `all` and `run` alone, which is all that this worker uses.
*/
function requestD1(d1) {
	const meter = {
		roundTrips: 0,
		ms: 0
	};
	let near = null;
	let bookmark = null;
	const session = (start) => d1.withSession ? d1.withSession(start) : d1;
	async function runOn(copy, use) {
		const started = Date.now();
		meter.roundTrips += 1;
		try {
			const result = await use(copy);
			bookmark = copy.getBookmark?.() ?? null;
			return result;
		} finally {
			meter.ms += Date.now() - started;
		}
	}
	async function run(use) {
		if (near) try {
			return await runOn(near, use);
		} catch (error) {
			const name = error instanceof Error ? error.name : "unknown";
			console.warn(JSON.stringify({
				event: "replica.failed",
				error: name
			}));
			near = null;
		}
		return runOn(session("first-primary"), use);
	}
	const statements = /* @__PURE__ */ new WeakMap();
	function statement(query, values) {
		const on = (copy) => copy.prepare(query).bind(...values);
		const own = {
			bind: (...next) => statement(query, next),
			all: () => run((copy) => on(copy).all()),
			run: () => run((copy) => on(copy).run())
		};
		statements.set(own, on);
		return own;
	}
	return {
		db: {
			prepare: (query) => statement(query, []),
			batch: (list) => run((copy) => copy.batch(list.map((one) => statements.get(one)?.(copy) ?? one)))
		},
		meter,
		bookmark: () => bookmark,
		async readNear(known, read, isBehind) {
			near = session(known !== void 0 && BOOKMARK$1.test(known) ? known : "first-unconstrained");
			const result = await read();
			near = null;
			return isBehind(result) ? read() : result;
		}
	};
}
// worker/observe.ts
/** The form of a request id from Cloudflare. A CF-Ray header in another form comes from a client and is not used. */
var RAY = /^[0-9a-f]{16}-[A-Z]{3}$/;
/**
* Gives every request of the API an id (`X-Request-Id`), measures it (`Server-Timing`) and logs one line.
* The line contains the route's pattern, and never the path, the body, an email or a token.
*/
var observe = createMiddleware(async (c, next) => {
	const started = Date.now();
	const ray = c.req.header("CF-Ray") ?? "";
	c.set("requestId", RAY.test(ray) ? ray : crypto.randomUUID());
	const d1 = requestD1(c.env.DB);
	const { meter } = d1;
	c.env = {
		...c.env,
		DB: d1.db
	};
	c.set("d1", d1);
	await next();
	const ms = Date.now() - started;
	const { headers } = c.res;
	if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
	headers.set("X-Request-Id", c.get("requestId"));
	headers.set("Server-Timing", `db;desc="${meter.roundTrips} trips";dur=${meter.ms}, total;dur=${ms}`);
	const line = {
		event: "request",
		requestId: c.get("requestId"),
		method: c.req.method,
		route: routePath(c, -1),
		status: c.res.status,
		code: codeOf(c.error, c.res.status),
		ms,
		dbTrips: meter.roundTrips,
		dbMs: meter.ms,
		...c.get("numbers")
	};
	console.log(JSON.stringify(line));
});
function codeOf(error, status) {
	if (error instanceof Problem) return error.code;
	if (error) return "UNAVAILABLE";
	return status === 404 ? "NOT_FOUND" : void 0;
}
// worker/pages/strict-transport.ts
/** The value of Strict-Transport-Security: browsers use https for a year. */
var STRICT_TRANSPORT = "max-age=31536000";
// ../phone/node_modules/zod/v4/core/util.js
function getEnumValues(entries) {
	const numericValues = Object.values(entries).filter((v) => typeof v === "number");
	return Object.entries(entries).filter(([k, _]) => numericValues.indexOf(+k) === -1).map(([_, v]) => v);
}
function jsonStringifyReplacer(_, value) {
	if (typeof value === "bigint") return value.toString();
	return value;
}
var Cached = class {
	constructor(getter) {
		this._getter = getter;
		this._value = void 0;
	}
	get value() {
		const getter = this._getter;
		if (getter !== void 0) {
			this._value = getter();
			this._getter = void 0;
		}
		return this._value;
	}
};
function cached$1(getter) {
	return new Cached(getter);
}
function nullish(input) {
	return input === null || input === void 0;
}
function cleanRegex(source) {
	const start = source.startsWith("^") ? 1 : 0;
	const end = source.endsWith("$") ? source.length - 1 : source.length;
	return source.slice(start, end);
}
function assignProp(target, prop, value) {
	Object.defineProperty(target, prop, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
/**
* Whichever object a def's `shape` currently answers from: the one the caller passed until the first read, the frozen copy after it.
*
* Its keys and descriptors read without invoking anything, which is what lets a discriminated union check its discriminator, and the cycle walk read a shape, without resolving a getter that references the schema being constructed. A def that answers `shape` from an accessor of its own has none.
*/
function rawShape(def) {
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	return desc?.get ? desc.get.raw : desc?.value;
}
function sourceShape(schema) {
	return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
function deferProp(target, key, getter) {
	Object.defineProperty(target, key, {
		get() {
			const value = getter();
			assignProp(this, key, value);
			return value;
		},
		enumerable: true,
		configurable: true
	});
}
function putProp(target, key, value) {
	if (key in target) assignProp(target, key, value);
	else target[key] = value;
}
/**
* Copies `keys` of `source`'s shape onto `target`, each value passed through `wrap`.
*
* A key the source has resolved is copied through now, so the derived shape states it outright and nothing has to resolve it to learn what it holds. A key the source still defers stays deferred, and reads back through the source's own `shape`, so it resolves once and both shapes get that one schema.
*/
function mirrorShape(target, source, keys, wrap) {
	const raw = sourceShape(source);
	for (const key of keys) {
		const desc = Object.getOwnPropertyDescriptor(raw, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => {
			const value = source._zod.def.shape[key];
			return wrap ? wrap(value, key) : value;
		});
		else putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
	}
}
function mirrorProps(target, source) {
	for (const key of Reflect.ownKeys(source)) {
		const desc = Object.getOwnPropertyDescriptor(source, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => source[key]);
		else putProp(target, key, desc.value);
	}
}
function mergeDefs(...defs) {
	const mergedDescriptors = {};
	for (const def of defs) {
		const descriptors = Object.getOwnPropertyDescriptors(def);
		Object.assign(mergedDescriptors, descriptors);
	}
	return Object.defineProperties({}, mergedDescriptors);
}
var captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
function isObject$1(data) {
	return typeof data === "object" && data !== null && !Array.isArray(data);
}
function isPlainObject(o) {
	if (isObject$1(o) === false) return false;
	const ctor = o.constructor;
	if (ctor === void 0) return true;
	if (typeof ctor !== "function") return true;
	const prot = ctor.prototype;
	if (isObject$1(prot) === false) return false;
	if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) return false;
	return true;
}
function shallowClone(o) {
	if (isPlainObject(o)) return { ...o };
	if (Array.isArray(o)) return [...o];
	if (o instanceof Map) return new Map(o);
	if (o instanceof Set) return new Set(o);
	return o;
}
var propertyKeyTypes = /* @__PURE__*/ new Set([
	"string",
	"number",
	"symbol"
]);
function escapeRegex(str) {
	return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
	const cl = new inst._zod.constr(def ?? inst._zod.def);
	if (!def || params?.parent) cl._zod.parent = inst;
	return cl;
}
function normalizeParams(_params) {
	const params = _params;
	if (!params) return {};
	if (typeof params === "string") return { error: () => params };
	if (params?.message !== void 0) {
		if (params?.error !== void 0) throw new Error("Cannot specify both `message` and `error` params");
		params.error = params.message;
	}
	delete params.message;
	if (typeof params.error === "string") return {
		...params,
		error: () => params.error
	};
	return params;
}
function optionalKeys(shape) {
	return Object.keys(shape).filter((k) => {
		return shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional";
	});
}
var NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
	safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	int32: [-2147483648, 2147483647],
	uint32: [0, 4294967295],
	float32: [-34028234663852886e22, 34028234663852886e22],
	float64: [-Number.MAX_VALUE, Number.MAX_VALUE]
}))();
var BIGINT_FORMAT_RANGES = {
	int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
	uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")]
};
function pick$1(schema, mask) {
	const currDef = schema._zod.def;
	const checks = currDef.checks;
	if (checks && checks.length > 0) throw new Error(".pick() cannot be used on object schemas containing refinements");
	const newShape = {};
	mirrorShape(newShape, schema, maskedKeys(schema, mask));
	return clone(schema, mergeDefs(currDef, {
		shape: newShape,
		checks: []
	}));
}
function maskedKeys(schema, mask) {
	const raw = sourceShape(schema);
	const keys = [];
	for (const key of Reflect.ownKeys(mask)) {
		if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) throw new Error(`Unrecognized key: "${String(key)}"`);
		if (mask[key]) keys.push(key);
	}
	return keys;
}
function omit$1(schema, mask) {
	const currDef = schema._zod.def;
	const checks = currDef.checks;
	if (checks && checks.length > 0) throw new Error(".omit() cannot be used on object schemas containing refinements");
	const omitted = new Set(maskedKeys(schema, mask));
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
	return clone(schema, mergeDefs(currDef, {
		shape: newShape,
		checks: []
	}));
}
function extend$1(schema, shape) {
	if (!isPlainObject(shape)) throw new Error("Invalid input to extend: expected a plain object");
	const checks = schema._zod.def.checks;
	if (checks && checks.length > 0) {
		const existingShape = sourceShape(schema);
		for (const key of Reflect.ownKeys(shape)) if (Object.getOwnPropertyDescriptor(existingShape, key) !== void 0) throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
	}
	return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function extended(schema, shape) {
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
	mirrorProps(newShape, shape);
	return newShape;
}
function partial$1(Class, schema, mask, name = "partial") {
	const checks = schema._zod.def.checks;
	if (checks && checks.length > 0) throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
	const selected = mask ? new Set(maskedKeys(schema, mask)) : void 0;
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class && ((value, key) => selected && !selected.has(key) ? value : new Class({
		type: "optional",
		innerType: value
	})));
	return clone(schema, mergeDefs(schema._zod.def, {
		shape: newShape,
		checks: []
	}));
}
function aborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== true) return true;
	return false;
}
function explicitlyAborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === false) return true;
	return false;
}
function prefixIssues(path, issues) {
	return issues.map((iss) => {
		var _a;
		(_a = iss).path ?? (_a.path = []);
		iss.path.unshift(path);
		return iss;
	});
}
function unwrapMessage(message) {
	return typeof message === "string" ? message : message?.message;
}
/** The leading size checks of `defChecks` that set an upper bound, each paired with it. */
function sizeCaps(defChecks) {
	const caps = [];
	for (const ch of defChecks ?? []) {
		const d = ch._zod.def;
		if (!/_(length|size)$|_equals$/.test(d.check)) break;
		const max = d.maximum ?? d.length ?? d.size;
		if (max >= 0) caps.push([max, ch]);
	}
	return caps;
}
function attachSchema(issues, start, inst) {
	var _a;
	for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
}
function finalizeIssue(iss, ctx, config) {
	var _a;
	const traits = iss.inst?._zod?.traits;
	if (traits?.has("$ZodType")) {
		if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
		else iss.schema = iss.inst;
	}
	const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0;
	const message = iss.message ? iss.message : unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ?? unwrapMessage(schemaError?.(iss)) ?? unwrapMessage(ctx?.error?.(iss)) ?? unwrapMessage(config.customError?.(iss)) ?? unwrapMessage(config.localeError?.(iss)) ?? "Invalid input";
	const full = {};
	for (const k of Object.keys(iss)) {
		if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
		full[k] = iss[k];
	}
	full.path ?? (full.path = []);
	full.message = message;
	if (ctx?.reportInput) full.input = iss.input;
	return full;
}
var highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
	const units = str.length;
	if (!highSurrogate.test(str)) return units;
	let count = units;
	for (let i = 0; i < units - 1; i++) if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) {
		count--;
		i++;
	}
	return count;
}
function getLengthableOrigin(input) {
	if (Array.isArray(input)) return "array";
	if (typeof input === "string") return "string";
	return "unknown";
}
function issue(...args) {
	const [iss, input, inst] = args;
	if (typeof iss === "string") return {
		message: iss,
		code: "custom",
		input,
		inst
	};
	return { ...iss };
}
/**
* Installs a trait's members on its prototype. Each value builds that member for the instance on first read; the built value shadows the accessor as an own property, so a detached `const { parse } = schema` keeps working.
*
* Call this from a `proto` initializer, which runs once per prototype — never per instance.
*/
function members(proto, table) {
	for (const key in table) {
		const desc = Object.getOwnPropertyDescriptor(table, key);
		if (desc.get) Object.defineProperty(proto, key, {
			...desc,
			enumerable: false
		});
		else defineBound(proto, key, desc.value);
	}
}
/** Shadows a prototype member with an own value, so a getter that builds from the instance runs once. */
function own(inst, key, value, enumerable = true) {
	Object.defineProperty(inst, key, {
		configurable: true,
		writable: true,
		enumerable,
		value
	});
	return value;
}
/** Like {@link own}, for a member that was never an own data property and has to stay out of `Object.keys`. */
function hide(inst, key, value) {
	return own(inst, key, value, false);
}
function defineBound(proto, key, fn) {
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			return this == null ? fn : own(this, key, fn.bind(this));
		},
		set(value) {
			own(this, key, value);
		}
	});
}
/** Returns the prototype to install on, or `undefined` if this group is already installed on it. */
function claim(inst, sentinel) {
	const proto = Object.getPrototypeOf(inst);
	return sentinel in proto ? void 0 : proto;
}
var installing;
var broke = false;
var breaker = {
	configurable: true,
	get() {
		broke = true;
	}
};
/**
* Installs a lazily-derived internal on the `_zod` prototype of `inst`'s
* constructor, computed from the internals object itself and cached there on
* first read. One accessor per constructor rather than one per instance.
*/
function defineLazyInternal(inst, key, compute) {
	const proto = Object.getPrototypeOf(inst._zod);
	if (key in proto && installing !== inst._zod) {
		installing = void 0;
		return;
	}
	installing = inst._zod;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			Object.defineProperty(this, key, breaker);
			const outer = broke;
			broke = false;
			try {
				const value = compute(this);
				if (broke) delete this[key];
				else Object.defineProperty(this, key, {
					configurable: true,
					writable: true,
					value
				});
				broke = broke || outer;
				return value;
			} catch (err) {
				delete this[key];
				broke = broke || outer;
				throw err;
			}
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				value
			});
		}
	});
}
/**
* Installs `key` on `inst`'s prototype, computed by `make` on first read and cached there as an own
* data property. One accessor per constructor rather than one per instance, because an own accessor
* puts every instance after the first into v8 dictionary mode. The key doubles as the sentinel.
*/
function installLazyProp(inst, key, make, enumerable) {
	const proto = claim(inst, key);
	if (!proto) return;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			const desc = {
				configurable: true,
				writable: true,
				enumerable,
				value: void 0
			};
			Object.defineProperty(this, key, desc);
			desc.value = make(this);
			Object.defineProperty(this, key, desc);
			return desc.value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				enumerable,
				value
			});
		}
	});
}
// ../phone/node_modules/zod/v4/core/core.js
var _a$1;
var _zodDesc = {
	value: void 0,
	enumerable: false
};
var _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
	const E = _E;
	if (E) {
		const saved = E.stackTraceLimit;
		if (typeof saved === "number") {
			try {
				E.stackTraceLimit = 0;
			} catch {
				_E = null;
				return new Definition();
			}
			try {
				return new Definition();
			} finally {
				E.stackTraceLimit = saved;
			}
		}
	}
	return new Definition();
}
/* @__NO_SIDE_EFFECTS__ */
function $constructor(name, initializer, proto, params) {
	const zodProto = {};
	function Internals(def) {
		this.def = def;
		this.constr = _;
		this.traits = /* @__PURE__ */ new Set();
	}
	Internals.prototype = zodProto;
	const protoMembers = proto;
	const initialized = protoMembers && /* @__PURE__ */ new WeakSet();
	function init(inst, def) {
		if (!inst._zod) {
			_zodDesc.value = new Internals(def);
			try {
				Object.defineProperty(inst, "_zod", _zodDesc);
			} finally {
				_zodDesc.value = void 0;
			}
		} else if (inst._zod.traits.has(name)) return;
		inst._zod.traits.add(name);
		initializer(inst, def);
		if (initialized) {
			const own = Object.getPrototypeOf(inst);
			const ctorProto = inst._zod.constr.prototype;
			let up = own;
			while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
			const target = up ?? own;
			if (!initialized.has(target)) {
				initialized.add(target);
				members(target, protoMembers);
			}
		}
		const proto = _.prototype;
		for (const k in proto) {
			if (!Object.prototype.hasOwnProperty.call(proto, k)) continue;
			if (!(k in inst)) inst[k] = proto[k].bind(inst);
		}
	}
	const Parent = params?.Parent ?? Object;
	class Definition extends Parent {}
	Object.defineProperty(Definition, "name", { value: name });
	function _(def) {
		const inst = params?.Parent ? newError(Definition) : this;
		init(inst, def);
		const deferred = inst._zod.deferred;
		if (deferred) {
			for (const fn of deferred) fn();
			inst._zod.deferred = void 0;
		}
		const pp = globalThis.__zod_globalConfig?.postProcessor;
		if (pp) pp(inst);
		return inst;
	}
	Object.defineProperty(_, "init", { value: init });
	Object.defineProperty(_, Symbol.hasInstance, { value: (inst) => {
		if (params?.Parent && inst instanceof params.Parent) return true;
		return inst?._zod?.traits?.has(name);
	} });
	Object.defineProperty(_, "name", { value: name });
	return _;
}
var $ZodAsyncError = class extends Error {
	constructor() {
		super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
	}
};
(_a$1 = globalThis).__zod_globalConfig ?? (_a$1.__zod_globalConfig = {});
var globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
	if (newConfig) Object.assign(globalConfig, newConfig);
	return globalConfig;
}
// ../phone/node_modules/zod/v4/core/errors.js
function _getMessage() {
	const internals = this._zod;
	internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
	return internals.message;
}
function _setMessage(value) {
	this._zod.message = value;
}
var _messageDesc = {
	get: _getMessage,
	set: _setMessage,
	enumerable: true,
	configurable: true
};
var _issuesDesc = {
	value: void 0,
	enumerable: false
};
var _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
var initializer = (inst, def) => {
	inst.name = "$ZodError";
	_issuesDesc.value = def;
	Object.defineProperty(inst, "issues", _issuesDesc);
	_issuesDesc.value = void 0;
	Object.defineProperty(inst, "message", _messageDesc);
	const proto = Object.getPrototypeOf(inst);
	if (!_installedToString.has(proto)) {
		_installedToString.add(proto);
		Object.defineProperty(proto, "toString", {
			configurable: true,
			enumerable: false,
			get() {
				const value = () => this.message;
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
				return value;
			},
			set(value) {
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
			}
		});
	}
};
var $ZodRealError = /* @__PURE__ */ $constructor("$ZodError", initializer, void 0, { Parent: Error });
// ../phone/node_modules/zod/v4/core/parse.js
var _parse = (_Err) => {
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: false
		} : { async: false };
		const result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) throw new $ZodAsyncError();
		if (result.issues.length) {
			const e = new ((_params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, _params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
var parse$2 = /* @__PURE__*/ _parse($ZodRealError);
var _parseAsync = (_Err) => {
	const fn = async (schema, value, _ctx, params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: true
		} : { async: true };
		let result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) result = await result;
		if (result.issues.length) {
			const e = new ((params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
var parseAsync = /* @__PURE__*/ _parseAsync($ZodRealError);
var _safeParse = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: false
	} : { async: false };
	const result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
var safeParse = /* @__PURE__*/ _safeParse($ZodRealError);
function failure(Err, issues, ctx) {
	let error;
	return {
		success: false,
		get error() {
			if (!error) {
				error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
				issues = void 0;
				ctx = void 0;
			}
			return error;
		},
		set error(e) {
			error = e;
			issues = void 0;
			ctx = void 0;
		}
	};
}
var _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true
	} : { async: true };
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
var safeParseAsync = /* @__PURE__*/ _safeParseAsync($ZodRealError);
// ../phone/node_modules/zod/v4/core/regexes.js
var base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
var base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
var httpProtocol = /^https?$/;
var dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
function timeSource(args) {
	const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
	return typeof args.precision === "number" ? args.precision === -1 ? `${hhmm}` : args.precision === 0 ? `${hhmm}:[0-5]\\d` : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}` : args.seconds ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?` : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
}
function datetime$1(args) {
	const opts = ["Z"];
	if (args.offset) opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
	const qualified = `${timeSource({
		precision: args.precision,
		seconds: true
	})}(?:${opts.join("|")})`;
	const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
	return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
var anyString = /^[\s\S]{0,}$/;
var integer$1 = /^-?\d+$/;
var number$3 = /^-?\d+(?:\.\d+)?$/;
var boolean$1 = /^(?:true|false)$/i;
// ../phone/node_modules/zod/v4/core/checks.js
var $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
	var _a;
	inst._zod ?? (inst._zod = {});
	inst._zod.def = def;
	(_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
var _whenHasLength = (payload) => {
	const val = payload.value;
	return !nullish(val) && val.length !== void 0;
};
var numericOriginMap = {
	number: "number",
	bigint: "bigint",
	object: "date"
};
var $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_big",
			maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_small",
			minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
	$ZodCheck.init(inst, def);
	def.format = def.format || "float64";
	const isInt = def.format?.includes("int");
	const origin = isInt ? "int" : "number";
	const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
	inst._zod.check = (payload) => {
		const input = payload.value;
		if (isInt) {
			if (!Number.isInteger(input)) {
				payload.issues.push({
					expected: origin,
					format: def.format,
					code: "invalid_type",
					continue: false,
					input,
					inst
				});
				return;
			}
			if (!Number.isSafeInteger(input)) {
				if (input > 0) payload.issues.push({
					input,
					code: "too_big",
					maximum: Number.MAX_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				else payload.issues.push({
					input,
					code: "too_small",
					minimum: Number.MIN_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				return;
			}
		}
		if (input < minimum) payload.issues.push({
			origin: "number",
			input,
			code: "too_small",
			minimum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
		if (input > maximum) payload.issues.push({
			origin: "number",
			input,
			code: "too_big",
			maximum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_big",
			maximum: def.maximum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units >= def.minimum && units < def.minimum * 2 ? codePointLength(input) : units) >= def.minimum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_small",
			minimum: def.minimum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
	var _a, _b;
	$ZodCheck.init(inst, def);
	if (def.pattern) (_a = inst._zod).check ?? (_a.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: def.format,
			input: payload.value,
			...def.pattern ? { pattern: def.pattern.toString() } : {},
			inst,
			continue: !def.abort
		});
	});
	else (_b = inst._zod).check ?? (_b.check = () => {});
});
var $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "regex",
			input: payload.value,
			pattern: def.pattern.toString(),
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckOverwrite = /*@__PURE__*/ $constructor("$ZodCheckOverwrite", (inst, def) => {
	$ZodCheck.init(inst, def);
	inst._zod.check = (payload) => {
		payload.value = def.tx(payload.value);
	};
});
// ../phone/node_modules/zod/v4/core/versions.js
var version = {
	major: 4,
	minor: 6,
	patch: 7
};
// ../phone/node_modules/zod/v4/core/schemas.js
var $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
	var _a;
	inst ?? (inst = {});
	inst._zod.def = def;
	inst._zod.bag = inst._zod.bag || {};
	inst._zod.version = version;
	const defChecks = inst._zod.def.checks;
	const checks = inst._zod.traits.has("$ZodCheck") ? [inst, ...defChecks ?? []] : defChecks?.length ? [...defChecks] : [];
	for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
	if (checks.length === 0) {
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred?.push(() => {
			inst._zod.run = inst._zod.parse;
		});
	} else {
		const runChecks = (payload, checks, ctx) => {
			if (payload.memo) return payload;
			let isAborted = aborted(payload);
			let asyncResult;
			for (const ch of checks) {
				if (ch._zod.def.when) {
					if (explicitlyAborted(payload)) continue;
					if (!ch._zod.def.when(payload)) continue;
				} else if (isAborted) continue;
				const currLen = payload.issues.length;
				const _ = ch._zod.check(payload);
				if (_ instanceof Promise && ctx?.async === false) throw new $ZodAsyncError();
				if (asyncResult || _ instanceof Promise) asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
					await _;
					if (payload.issues.length === currLen) return;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				});
				else {
					if (payload.issues.length === currLen) continue;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				}
			}
			if (asyncResult) return asyncResult.then(() => {
				return payload;
			});
			return payload;
		};
		const handleCanaryResult = (canary, payload, ctx) => {
			if (aborted(canary)) {
				canary.aborted = true;
				return canary;
			}
			const checkResult = runChecks(payload, checks, ctx);
			if (checkResult instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
			}
			return inst._zod.parse(checkResult, ctx);
		};
		inst._zod.run = (payload, ctx) => {
			if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
			if (ctx.direction === "backward") {
				const canary = inst._zod.parse({
					value: payload.value,
					issues: []
				}, {
					...ctx,
					skipChecks: true
				});
				if (canary instanceof Promise) return canary.then((canary) => {
					return handleCanaryResult(canary, payload, ctx);
				});
				return handleCanaryResult(canary, payload, ctx);
			}
			const result = inst._zod.parse(payload, ctx);
			if (result instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return result.then((result) => runChecks(result, checks, ctx));
			}
			return runChecks(result, checks, ctx);
		};
	}
}, {
	get "~standard"() {
		return hide(this, "~standard", standardProps(this));
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	}
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
var toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
	const ctx = { async: true };
	return toStandardResult(await inst._zod.run({
		value,
		issues: []
	}, ctx), ctx);
}
function standardProps(inst) {
	return {
		validate: (value) => {
			const ctx = { async: false };
			try {
				const r = inst._zod.run({
					value,
					issues: []
				}, ctx);
				if (!(r instanceof Promise)) return toStandardResult(r, ctx);
			} catch (_) {}
			return validateAsync(inst, value);
		},
		vendor: "zod",
		version: 1
	};
}
var $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = def.pattern ?? anyString;
	inst._zod.parse = (payload, _) => {
		if (def.coerce) try {
			payload.value = String(payload.value);
		} catch (_) {}
		if (typeof payload.value === "string") return payload;
		payload.issues.push({
			expected: "string",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
var $ZodStringFormat = /*@__PURE__*/ $constructor("$ZodStringFormat", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	$ZodString.init(inst, def);
});
function canParseURL(input) {
	try {
		if (typeof URL !== "undefined" && typeof URL.canParse === "function") return URL.canParse(input);
		new URL(input);
		return true;
	} catch {
		return false;
	}
}
function validateURL(trimmed, def) {
	if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) return canParseURL(trimmed) || 2;
	return parseURLObject(trimmed, def);
}
/** Parses a URL while preserving the non-normalizing HTTP guard. */
function parseURLObject(trimmed, def) {
	if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) return 1;
	try {
		if (typeof URL !== "undefined") {
			const URLStatic = URL;
			if (typeof URLStatic.parse === "function") return URLStatic.parse(trimmed) ?? 2;
		}
		return new URL(trimmed);
	} catch {
		return 2;
	}
}
var asciiTabOrNewline = /[\t\n\r]/g;
/** The URL parser deletes every ASCII tab, LF and CR from its input before it parses, so `new URL("https://exa\nmple.com")` reports on `example.com`. Applying the same deletion to the returned value closes the half of that divergence which can move the host; the parser's other rewrite, stripping C0 controls at the edges, cannot. */
function stripTabAndNewline(value) {
	return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
	hostname.lastIndex = 0;
	return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
	protocol.lastIndex = 0;
	return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
var $ZodURL = /*@__PURE__*/ $constructor("$ZodURL", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		try {
			const trimmed = payload.value.trim();
			const url = validateURL(trimmed, def);
			if (url === 1) {
				payload.issues.push({
					code: "invalid_format",
					format: "url",
					note: "Invalid URL format",
					input: payload.value,
					inst,
					continue: !def.abort
				});
				return;
			}
			if (url === 2) {
				payload.issues.push({
					code: "invalid_format",
					format: "url",
					input: payload.value,
					inst,
					continue: !def.abort
				});
				return;
			}
			if (url === true) {
				payload.value = stripTabAndNewline(trimmed);
				return;
			}
			if (def.hostname && !urlHostnameOk(url, def.hostname)) payload.issues.push({
				code: "invalid_format",
				format: "url",
				note: "Invalid hostname",
				pattern: def.hostname.source,
				input: payload.value,
				inst,
				continue: !def.abort
			});
			if (def.protocol && !urlProtocolOk(url, def.protocol)) payload.issues.push({
				code: "invalid_format",
				format: "url",
				note: "Invalid protocol",
				pattern: def.protocol.source,
				input: payload.value,
				inst,
				continue: !def.abort
			});
			payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
			return;
		} catch (_) {
			payload.issues.push({
				code: "invalid_format",
				format: "url",
				input: payload.value,
				inst,
				continue: !def.abort
			});
		}
	};
});
var $ZodISODateTime = /*@__PURE__*/ $constructor("$ZodISODateTime", (inst, def) => {
	def.pattern ?? (def.pattern = datetime$1(def));
	$ZodStringFormat.init(inst, def);
});
var base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
var base64urlCharset = /^[A-Za-z0-9_-]*$/;
var $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = number$3;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Number(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
		const received = typeof input === "number" ? Number.isNaN(input) ? "NaN" : !Number.isFinite(input) ? String(input) : void 0 : void 0;
		payload.issues.push({
			expected: "number",
			code: "invalid_type",
			input,
			inst,
			...received ? { received } : {}
		});
		return payload;
	};
});
var $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
	$ZodCheckNumberFormat.init(inst, def);
	$ZodNumber.init(inst, def);
});
var $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = boolean$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Boolean(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "boolean") return payload;
		payload.issues.push({
			expected: "boolean",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
var $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload) => payload;
});
var $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _ctx) => {
		payload.issues.push({
			expected: "never",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
function capSize(inst, size) {
	const caps = sizeCaps(inst._zod.def.checks);
	if (!caps.length) return;
	const cap = Math.min(...caps.map((c) => c[0]));
	const parse = inst._zod.parse;
	inst._zod.parse = (payload, ctx) => {
		const n = size(payload.value);
		if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
			for (const [max, ch] of sizeCaps(inst._zod.def.checks)) if (n > max && ch._zod.def.when(payload)) {
				const start = payload.issues.length;
				ch._zod.check(payload);
				payload.issues[start].continue = false;
				attachSchema(payload.issues, start, inst);
				return payload;
			}
		}
		return parse(payload, ctx);
	};
}
var arraySize = (input) => Array.isArray(input) ? input.length : -1;
function handleArrayResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
var $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				expected: "array",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
		const proms = [];
		const abortEarly = ctx?.abortEarly;
		for (let i = 0; i < input.length; i++) {
			const item = input[i];
			const result = def.element._zod.run({
				value: item,
				issues: []
			}, ctx);
			if (result instanceof Promise) proms.push(result.then((result) => handleArrayResult(result, payload, i)));
			else {
				handleArrayResult(result, payload, i);
				if (abortEarly && result.issues.length !== 0 && aborted(result)) break;
			}
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
	capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
	const isPresent = key in input;
	const isOptionalOut = optout === "optional";
	if (!isPresent && isOptionalOut && optin === "optional") return;
	if (result.issues.length) {
		if (optin !== void 0 && isOptionalOut && !isPresent) return;
		final.issues.push(...prefixIssues(key, result.issues));
	}
	if (!isPresent && optin === void 0) {
		if (!result.issues.length) final.issues.push({
			code: "invalid_type",
			expected: "nonoptional",
			input: void 0,
			path: [key]
		});
		return;
	}
	if (result.value === void 0) {
		if (isPresent || optin === "defaulted" && !isOptionalOut) final.value[key] = void 0;
	} else final.value[key] = result.value;
}
var NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
	const keys = Object.keys(def.shape);
	const ownSymbols = Object.getOwnPropertySymbols(def.shape);
	const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
	const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
	for (const k of allKeys) if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
	const okeys = optionalKeys(def.shape);
	return {
		...def,
		allKeys,
		symbolKeys,
		keySet: new Set(keys),
		numKeys: keys.length,
		optionalKeys: new Set(okeys)
	};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
	const unrecognized = [];
	const keySet = def.keySet;
	const _catchall = def.catchall._zod;
	const t = _catchall.def.type;
	const optin = _catchall.optin;
	const optout = _catchall.optout;
	let seen = 0;
	for (const key in input) {
		if (abortEarly && payload.issues.length !== seen) {
			if (aborted(payload, seen)) break;
			seen = payload.issues.length;
		}
		if (keySet.has(key)) continue;
		if (key === "__proto__") {
			if (t === "never") unrecognized.push(key);
			continue;
		}
		if (t === "never") {
			unrecognized.push(key);
			continue;
		}
		const r = _catchall.run({
			value: input[key],
			issues: []
		}, ctx);
		if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
		else handlePropertyResult(r, payload, key, input, optin, optout);
	}
	if (unrecognized.length) payload.issues.push({
		code: "unrecognized_keys",
		keys: unrecognized,
		input,
		inst,
		continue: true
	});
	if (!proms.length) return payload;
	return Promise.all(proms).then(() => {
		return payload;
	});
}
var $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
	$ZodType.init(inst, def);
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	const sh = desc?.get ? desc.get.raw : def.shape ?? {};
	if (sh) {
		const get = () => {
			const newSh = { ...sh };
			Object.defineProperty(def, "shape", { value: newSh });
			get.raw = newSh;
			return newSh;
		};
		get.raw = sh;
		Object.defineProperty(def, "shape", { get });
	}
	const _normalized = cached$1(() => normalizeDef(def));
	defineLazyInternal(inst, "propValues", (zod) => {
		const shape = zod.def.shape;
		const propValues = {};
		for (const key in shape) {
			const field = shape[key]._zod;
			if (field.values) {
				if (!Object.prototype.hasOwnProperty.call(propValues, key)) assignProp(propValues, key, /* @__PURE__ */ new Set());
				for (const v of field.values) propValues[key].add(v);
				if (field.optin !== void 0) propValues[key].add(void 0);
			}
		}
		return propValues;
	});
	const isObject = isObject$1;
	const catchall = def.catchall;
	let value;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
		const proms = [];
		const shape = value.shape;
		const abortEarly = ctx?.abortEarly;
		let seen = payload.issues.length;
		for (const key of value.allKeys) {
			if (abortEarly && payload.issues.length !== seen) {
				if (aborted(payload, seen)) break;
				seen = payload.issues.length;
			}
			if (key === "__proto__") continue;
			const el = shape[key];
			const optin = el._zod.optin;
			const optout = el._zod.optout;
			const r = el._zod.run({
				value: input[key],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
			else handlePropertyResult(r, payload, key, input, optin, optout);
		}
		if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
		return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
	};
});
function handleUnionResults(results, final, inst, ctx) {
	for (const result of results) if (result.issues.length === 0) {
		final.value = result.value;
		return final;
	}
	const nonaborted = results.filter((r) => !aborted(r));
	if (nonaborted.length === 1) {
		final.value = nonaborted[0].value;
		return nonaborted[0];
	}
	final.issues.push({
		code: "invalid_union",
		input: final.value,
		inst,
		errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config())))
	});
	return final;
}
var $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted") ? "defaulted" : zod.def.options.some((o) => o._zod.optin !== void 0) ? "optional" : void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0);
	defineLazyInternal(inst, "values", (zod) => {
		if (zod.def.options.every((o) => o._zod.values)) return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		if (zod.def.options.every((o) => o._zod.pattern)) {
			const patterns = zod.def.options.map((o) => o._zod.pattern);
			return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
		}
	});
	const first = def.options.length === 1 ? def.options[0]._zod.run : null;
	inst._zod.parse = (payload, ctx) => {
		if (first) return first(payload, ctx);
		let async = false;
		const results = [];
		for (const option of def.options) {
			const result = option._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) {
				results.push(result);
				async = true;
			} else {
				if (result.issues.length === 0) return result;
				results.push(result);
			}
		}
		if (!async) return handleUnionResults(results, payload, inst, ctx);
		return Promise.all(results).then((results) => {
			return handleUnionResults(results, payload, inst, ctx);
		});
	};
});
function discriminatorMap(def) {
	const map = /* @__PURE__ */ new Map();
	for (const option of def.options) {
		const values = option._zod.propValues?.[def.discriminator];
		if (!values || values.size === 0) throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
		for (const value of values) if (map.has(value)) {
			if (value !== void 0) throw new Error(`Duplicate discriminator value "${String(value)}"`);
			map.set(value, null);
		} else map.set(value, option);
	}
	return map;
}
var $ZodDiscriminatedUnion = /*@__PURE__*/ $constructor("$ZodDiscriminatedUnion", (inst, def) => {
	def.inclusive = false;
	$ZodUnion.init(inst, def);
	const _super = inst._zod.parse;
	defineLazyInternal(inst, "propValues", (zod) => {
		const propValues = {};
		let undefinedCount = 0;
		for (const option of zod.def.options) {
			const pv = option._zod.propValues;
			if (!pv || Object.keys(pv).length === 0) throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
			if (pv[zod.def.discriminator]?.has(void 0)) undefinedCount++;
			for (const [k, v] of Object.entries(pv)) {
				if (!Object.prototype.hasOwnProperty.call(propValues, k)) assignProp(propValues, k, /* @__PURE__ */ new Set());
				for (const val of v) propValues[k].add(val);
			}
		}
		if (!zod.def.unionFallback && undefinedCount > 1) propValues[zod.def.discriminator]?.delete(void 0);
		return propValues;
	});
	def.options.forEach((option, i) => {
		const propShape = rawShape(option._zod.def);
		if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) throw new Error(`Invalid discriminated union option at index "${i}"`);
	});
	const disc = cached$1(() => discriminatorMap(def));
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isObject$1(input)) {
			payload.issues.push({
				code: "invalid_type",
				expected: "object",
				input,
				inst
			});
			return payload;
		}
		const value = input?.[def.discriminator];
		const opt = disc.value.get(value);
		if (opt && (value !== void 0 || ctx.direction !== "backward")) return opt._zod.run(payload, ctx);
		if (def.unionFallback || ctx.direction === "backward") return _super(payload, ctx);
		payload.issues.push({
			code: "invalid_union",
			errors: [],
			note: "No matching discriminator",
			discriminator: def.discriminator,
			options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
			input,
			path: [def.discriminator],
			inst
		});
		return payload;
	};
});
var $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isPlainObject(input)) {
			payload.issues.push({
				expected: "record",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		const proms = [];
		const values = def.keyType._zod.values;
		if (values && !def.partial) {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			const recordKeys = /* @__PURE__ */ new Set();
			for (const key of values) if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
				recordKeys.add(typeof key === "number" ? key.toString() : key);
				if (key === "__proto__") continue;
				const keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (keyResult.issues.length) {
					payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			let unrecognized;
			for (const key in input) if (!recordKeys.has(key)) {
				if (def.mode === "loose") {
					if (key === "__proto__") continue;
					payload.value[key] = input[key];
				} else {
					unrecognized = unrecognized ?? [];
					unrecognized.push(key);
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		} else {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			let unrecognized;
			for (const key of Reflect.ownKeys(input)) {
				if (key === "__proto__") continue;
				if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
				let keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (typeof key === "string" && number$3.test(key) && keyResult.issues.length) {
					const retryResult = def.keyType._zod.run({
						value: Number(key),
						issues: []
					}, ctx);
					if (retryResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
					if (retryResult.issues.length === 0) keyResult = retryResult;
				}
				if (keyResult.issues.length) {
					if (def.mode === "loose") payload.value[key] = input[key];
					else if (values) {
						unrecognized = unrecognized ?? [];
						unrecognized.push(key);
					} else payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
});
var $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
	$ZodType.init(inst, def);
	const values = getEnumValues(def.entries);
	const valuesSet = new Set(values);
	inst._zod.values = valuesSet;
	defineLazyInternal(inst, "pattern", (zod) => {
		const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
		return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (valuesSet.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values,
			input,
			inst
		});
		return payload;
	};
});
var $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
	$ZodType.init(inst, def);
	const values = new Set(def.values);
	inst._zod.values = values;
	defineLazyInternal(inst, "pattern", (zod) => {
		const vals = zod.def.values;
		return new RegExp(vals.length ? `^(${vals.map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o)).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (values.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values: def.values,
			input,
			inst
		});
		return payload;
	};
});
function handleOptionalResult(payload, result) {
	payload.value = result.issues.length ? void 0 : result.value;
	return payload;
}
var $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	inst._zod.optout = "optional";
	defineLazyInternal(inst, "values", (zod) => {
		const values = zod.def.innerType._zod.values;
		return values ? /* @__PURE__ */ new Set([...values, void 0]) : void 0;
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === void 0) {
			if (def.innerType._zod.optin !== "defaulted") return payload;
			const result = def.innerType._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) return result.then((result) => handleOptionalResult(payload, result));
			return handleOptionalResult(payload, result);
		}
		return def.innerType._zod.run(payload, ctx);
	};
});
var $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
	});
	defineLazyInternal(inst, "values", (zod) => {
		return zod.def.innerType._zod.values ? /* @__PURE__ */ new Set([...zod.def.innerType._zod.values, null]) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === null) return payload;
		return def.innerType._zod.run(payload, ctx);
	};
});
var $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.optin = "defaulted";
	defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
	inst._zod.parse = (payload, ctx) => {
		if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
		if (payload.value === void 0) {
			payload.value = def.defaultValue;
			/**
			* $ZodDefault returns the default value immediately in forward direction.
			* It doesn't pass the default value into the validator ("prefault"). There's no reason to pass the default value through validation. The validity of the default is enforced by TypeScript statically. Otherwise, it's the responsibility of the user to ensure the default is valid. In the case of pipes with divergent in/out types, you can specify the default on the `in` schema of your ZodPipe to set a "prefault" for the pipe.   */
			return payload;
		}
		const result = def.innerType._zod.run(payload, ctx);
		if (result instanceof Promise) return result.then((result) => handleDefaultResult(result, def));
		return handleDefaultResult(result, def);
	};
});
function handleDefaultResult(payload, def) {
	if (payload.value === void 0) payload.value = def.defaultValue;
	return payload;
}
var $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
	$ZodCheck.init(inst, def);
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _) => {
		return payload;
	};
	inst._zod.check = (payload) => {
		const input = payload.value;
		const r = def.fn(input);
		if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
		handleRefineResult(r, payload, input, inst);
	};
});
function handleRefineResult(result, payload, input, inst) {
	if (!result) {
		const _iss = {
			code: "custom",
			input,
			inst,
			path: [...inst._zod.def.path ?? []],
			continue: !inst._zod.def.abort
		};
		if (inst._zod.def.params) _iss.params = inst._zod.def.params;
		payload.issues.push(issue(_iss));
	}
}
// ../phone/node_modules/zod/v4/core/registries.js
var _a;
var $ZodRegistry = class {
	constructor() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
	}
	add(schema, ..._meta) {
		const meta = _meta[0];
		this._map.set(schema, meta);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.set(meta.id, schema);
		return this;
	}
	clear() {
		this._map = /* @__PURE__ */ new WeakMap();
		this._idmap = /* @__PURE__ */ new Map();
		return this;
	}
	remove(schema) {
		const meta = this._map.get(schema);
		if (meta && typeof meta === "object" && "id" in meta) this._idmap.delete(meta.id);
		this._map.delete(schema);
		return this;
	}
	get(schema) {
		const p = schema._zod.parent;
		if (p) {
			const pm = { ...this.get(p) ?? {} };
			delete pm.id;
			const f = {
				...pm,
				...this._map.get(schema)
			};
			return Object.keys(f).length ? f : void 0;
		}
		return this._map.get(schema);
	}
	has(schema) {
		return this._map.has(schema);
	}
};
function registry() {
	return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
var globalRegistry = globalThis.__zod_globalRegistry;
// ../phone/node_modules/zod/v4/core/api.js
function snapshotChecks(def) {
	if (def.checks) def.checks = [...def.checks];
	return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
	return new Class(snapshotChecks({
		type: "string",
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
	return new Class({
		type: "string",
		format: "url",
		check: "string_format",
		abort: false,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _isoDateTime(Class, params) {
	return new Class({
		type: "string",
		format: "datetime",
		check: "string_format",
		offset: false,
		local: false,
		precision: null,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		checks: [],
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _coercedNumber(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		coerce: true,
		checks: [],
		...normalizeParams(params)
	}));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
	return new Class({
		type: "number",
		check: "number_format",
		abort: false,
		format: "safeint",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
	return new Class({
		type: "boolean",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
	return new Class({ type: "unknown" });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
	return new Class({
		type: "never",
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
	return new $ZodCheckMaxLength({
		check: "max_length",
		...normalizeParams(params),
		maximum
	});
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
	return new $ZodCheckMinLength({
		check: "min_length",
		...normalizeParams(params),
		minimum
	});
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
	return new $ZodCheckRegex({
		check: "string_format",
		format: "regex",
		...normalizeParams(params),
		pattern
	});
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
	return new $ZodCheckOverwrite({
		check: "overwrite",
		tx
	});
}
// @__NO_SIDE_EFFECTS__
function _trim() {
	return /* @__PURE__ */ _overwrite((input) => input.trim());
}
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
	return new Class({
		type: "custom",
		check: "custom",
		fn,
		...normalizeParams(_params)
	});
}
// ../phone/node_modules/zod/v4/core/to-json-schema.js
function assignProps(target, ...sources) {
	for (const source of sources) for (const key of Reflect.ownKeys(source)) if (Object.prototype.propertyIsEnumerable.call(source, key)) assignProp(target, key, source[key]);
	return target;
}
function initializeContext(params) {
	let target = params?.target ?? "draft-2020-12";
	if (target === "draft-4") target = "draft-04";
	if (target === "draft-7") target = "draft-07";
	return {
		processors: params.processors ?? {},
		metadataRegistry: params?.metadata ?? globalRegistry,
		target,
		unrepresentable: params?.unrepresentable ?? "throw",
		override: params?.override ?? (() => {}),
		io: params?.io ?? "output",
		counter: 0,
		seen: /* @__PURE__ */ new Map(),
		sharedDefsExtractedFor: void 0,
		sharedEmitDoneFor: void 0,
		cycles: params?.cycles ?? "ref",
		reused: params?.reused ?? "inline",
		intersections: [],
		deferred: [],
		external: params?.external ?? void 0
	};
}
/**
* Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
* `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
* custom JSON Schema was written into `json`, in which case the caller must not write its own.
*/
function handleUnrepresentable(schema, ctx, json, params, message) {
	const result = typeof ctx.unrepresentable === "function" ? ctx.unrepresentable({
		zodSchema: schema,
		path: params.path,
		message
	}) : ctx.unrepresentable;
	if (result === "any") return false;
	if (result === void 0 || result === "throw") throw new Error(message);
	Object.assign(json, result);
	return true;
}
function processSchema(schema, ctx, _params = {
	path: [],
	schemaPath: []
}) {
	var _a;
	const def = schema._zod.def;
	const seen = ctx.seen.get(schema);
	if (seen) {
		seen.count++;
		if (_params.schemaPath.includes(schema)) seen.cycle = _params.path;
		return seen.schema;
	}
	const result = {
		schema: {},
		count: 1,
		cycle: void 0,
		path: _params.path
	};
	ctx.seen.set(schema, result);
	ctx.sharedDefsExtractedFor = void 0;
	ctx.sharedEmitDoneFor = void 0;
	const overrideSchema = schema._zod.toJSONSchema?.();
	if (overrideSchema) result.schema = overrideSchema;
	else {
		const params = {
			..._params,
			schemaPath: [..._params.schemaPath, schema],
			path: _params.path
		};
		if (schema._zod.processJSONSchema) schema._zod.processJSONSchema(ctx, result.schema, params);
		else {
			const _json = result.schema;
			const processor = ctx.processors[def.type];
			if (!processor) throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
			processor(schema, ctx, _json, params);
		}
		const parent = schema._zod.parent;
		if (parent) {
			if (!result.ref) result.ref = parent;
			processSchema(parent, ctx, params);
			ctx.seen.get(parent).isParent = true;
		}
	}
	const meta = ctx.metadataRegistry.get(schema);
	if (meta) assignProps(result.schema, meta);
	if (ctx.io === "input" && isTransforming(schema)) {
		delete result.schema.examples;
		delete result.schema.default;
	}
	if (ctx.io === "input" && "_prefault" in result.schema) (_a = result.schema).default ?? (_a.default = result.schema._prefault);
	delete result.schema._prefault;
	return ctx.seen.get(schema).schema;
}
function encodeJSONPointerSegment(segment) {
	return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external) return;
	const idToSchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.entries()) {
		const id = ctx.metadataRegistry.get(entry[0])?.id;
		if (id) {
			const existing = idToSchema.get(id);
			if (existing && existing !== entry[0]) throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
			idToSchema.set(id, entry[0]);
		}
	}
	const makeURI = (entry) => {
		const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
		if (ctx.external) {
			const externalId = ctx.external.registry.get(entry[0])?.id;
			const uriGenerator = ctx.external.uri ?? ((id) => id);
			if (externalId) return { ref: uriGenerator(externalId) };
			const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
			entry[1].defId = id;
			return {
				defId: id,
				ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}`
			};
		}
		const uriPrefix = `#`;
		const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
		if (entry[1] === root && !entry[1].schema.id) return { ref: uriPrefix };
		const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
		return {
			defId,
			ref: defUriPrefix + encodeJSONPointerSegment(defId)
		};
	};
	const extractToDef = (entry) => {
		if (entry[1].schema.$ref) return;
		const seen = entry[1];
		const { ref, defId } = makeURI(entry);
		seen.def = { ...seen.schema };
		if (defId) seen.defId = defId;
		const schema = seen.schema;
		for (const key in schema) delete schema[key];
		schema.$ref = ref;
	};
	if (ctx.cycles === "throw") for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.cycle) throw new Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`);
	}
	for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (schema === entry[0]) {
			extractToDef(entry);
			continue;
		}
		if (ctx.external) {
			const ext = ctx.external.registry.get(entry[0])?.id;
			if (schema !== entry[0] && ext) {
				extractToDef(entry);
				continue;
			}
		}
		if (ctx.metadataRegistry.get(entry[0])?.id) {
			extractToDef(entry);
			continue;
		}
		if (seen.cycle) {
			extractToDef(entry);
			continue;
		}
		if (seen.count > 1) {
			if (ctx.reused === "ref") extractToDef(entry);
		}
	}
	if (ctx.external) ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
	const options = schema.anyOf;
	if (!Array.isArray(options) || options.length === 0 || schema.type !== void 0) return;
	const types = [];
	for (const option of options) {
		if (!option || typeof option !== "object") return;
		compactTypeUnion(option);
		const keys = Object.keys(option);
		if (keys.length !== 1 || keys[0] !== "type") return;
		const type = option.type;
		for (const member of Array.isArray(type) ? type : [type]) {
			if (typeof member !== "string") return;
			if (!types.includes(member)) types.push(member);
		}
	}
	delete schema.anyOf;
	schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
* an annotation like `description` — makes a member unfoldable, so a constraint this does not
* understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
var FOLDABLE_KEYS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required",
	"additionalProperties"
]);
var UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
	const extra = member.additionalProperties;
	if (extra === void 0 || extra === false || typeof extra !== "object" || extra === null) return null;
	return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
	const objects = [];
	for (const member of members) {
		if (typeof member !== "object" || member.type !== "object") return null;
		for (const key in member) if (!FOLDABLE_KEYS.has(key)) return null;
		objects.push(member);
	}
	const properties = {};
	const required = /* @__PURE__ */ new Set();
	for (const object of objects) {
		for (const key in object.properties) {
			if (Object.prototype.hasOwnProperty.call(properties, key)) continue;
			const parts = [];
			for (const other of objects) {
				const part = other.properties?.[key] ?? undeclaredConstraint(other);
				if (part === null || part === void 0) continue;
				if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part))) parts.push(part);
			}
			assignProp(properties, key, parts.length === 1 ? parts[0] : foldObjects(parts) ?? { allOf: parts });
		}
		for (const key of object.required ?? []) required.add(key);
	}
	const folded = {
		type: "object",
		properties
	};
	if (required.size) folded.required = [...required];
	if (objects.every((object) => object.additionalProperties === false)) folded.additionalProperties = false;
	else {
		const constraints = [];
		for (const object of objects) {
			const constraint = undeclaredConstraint(object);
			if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint))) constraints.push(constraint);
		}
		if (constraints.length === 1) folded.additionalProperties = constraints[0];
		else if (constraints.length > 1) folded.additionalProperties = { allOf: constraints };
	}
	return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
* closed object members reject each other's keys and the schema validates nothing. Zod's parser
* pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
* *every* side rejects it — so the emitted schema has to pool them too, and folding the members
* into one object is the encoding that says so on every target.
*
* This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
* machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
* keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
	const allOf = json.allOf;
	if (!Array.isArray(allOf) || allOf.length < 2) return;
	for (const key of FOLDABLE_KEYS) if (key in json) return;
	const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
	let folded = null;
	if (!unions.length) folded = foldObjects(allOf);
	else {
		const union = unions[0];
		const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
		if (Object.keys(union).length !== 1) return;
		const rest = allOf.filter((m) => m !== union);
		const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
		if (branches.some((b) => !b)) return;
		folded = { [keyword]: branches };
	}
	if (!folded) return;
	delete json.allOf;
	assignProps(json, folded);
}
function finalize(ctx, schema) {
	const root = ctx.seen.get(schema);
	if (!root) throw new Error("Unprocessed schema. This is a bug in Zod.");
	const flattenRef = (zodSchema) => {
		const seen = ctx.seen.get(zodSchema);
		if (seen.ref === null) return;
		const schema = seen.def ?? seen.schema;
		const _cached = { ...schema };
		const ref = seen.ref;
		seen.ref = null;
		if (ref) {
			flattenRef(ref);
			const refSeen = ctx.seen.get(ref);
			const refSchema = refSeen.schema;
			if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
				schema.allOf = schema.allOf ?? [];
				schema.allOf.push(refSchema);
			} else assignProps(schema, refSchema);
			assignProps(schema, _cached);
			if (zodSchema._zod.parent === ref) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (!(key in _cached)) delete schema[key];
			}
			if (refSchema.$ref && refSeen.def) for (const key in schema) {
				if (key === "$ref" || key === "allOf") continue;
				if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) delete schema[key];
			}
		}
		const parent = zodSchema._zod.parent;
		if (parent && parent !== ref) {
			flattenRef(parent);
			const parentSeen = ctx.seen.get(parent);
			if (parentSeen?.schema.$ref) {
				schema.$ref = parentSeen.schema.$ref;
				if (parentSeen.def) for (const key in schema) {
					if (key === "$ref" || key === "allOf") continue;
					if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) delete schema[key];
				}
			}
		}
		ctx.override({
			zodSchema,
			jsonSchema: schema,
			path: seen.path ?? []
		});
	};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
		for (const entry of [...ctx.seen.entries()].reverse()) flattenRef(entry[0]);
		if (ctx.target !== "openapi-3.0") for (const entry of ctx.seen.entries()) compactTypeUnion(entry[1].def ?? entry[1].schema);
		for (const rewrite of ctx.deferred) rewrite();
		if (ctx.intersections.length) {
			const carriers = /* @__PURE__ */ new Map();
			for (const seen of ctx.seen.values()) for (const json of [seen.schema, seen.def]) {
				const allOf = json?.allOf;
				if (!Array.isArray(allOf)) continue;
				const existing = carriers.get(allOf);
				if (existing) existing.push(json);
				else carriers.set(allOf, [json]);
			}
			for (const allOf of ctx.intersections) for (const json of carriers.get(allOf) ?? []) foldIntersection(json);
		}
	}
	const result = {};
	if (ctx.target === "draft-2020-12") result.$schema = "https://json-schema.org/draft/2020-12/schema";
	else if (ctx.target === "draft-07") result.$schema = "http://json-schema.org/draft-07/schema#";
	else if (ctx.target === "draft-04") result.$schema = "http://json-schema.org/draft-04/schema#";
	else if (ctx.target === "openapi-3.0") {}
	if (ctx.external?.uri) {
		const id = ctx.external.registry.get(schema)?.id;
		if (!id) throw new Error("Schema is missing an `id` property");
		result.$id = ctx.external.uri(id);
	}
	assignProps(result, root.defId ? root.schema : root.def ?? root.schema);
	const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
	if (rootMetaId !== void 0 && result.id === rootMetaId) delete result.id;
	const defs = ctx.external?.defs ?? {};
	if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) for (const entry of ctx.seen.entries()) {
		const seen = entry[1];
		if (seen.def && seen.defId) {
			if (seen.def.id === seen.defId) delete seen.def.id;
			assignProp(defs, seen.defId, seen.def);
		}
	}
	if (ctx.external) ctx.sharedEmitDoneFor = ctx.external;
	if (ctx.external) {} else if (Object.keys(defs).length > 0) {
		if (ctx.target === "draft-2020-12") result.$defs = defs;
		else result.definitions = defs;
	}
	try {
		const finalized = JSON.parse(JSON.stringify(result));
		Object.defineProperty(finalized, "~standard", {
			value: {
				...schema["~standard"],
				jsonSchema: {
					input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
					output: createStandardJSONSchemaMethod(schema, "output", ctx.processors)
				}
			},
			enumerable: false,
			writable: false
		});
		return finalized;
	} catch (_err) {
		throw new Error("Error converting schema to JSON.");
	}
}
function isTransforming(_schema, _ctx) {
	const ctx = _ctx ?? { seen: /* @__PURE__ */ new Set() };
	if (ctx.seen.has(_schema)) return false;
	ctx.seen.add(_schema);
	const def = _schema._zod.def;
	if (def.type === "transform") return true;
	if (def.type === "array") return isTransforming(def.element, ctx);
	if (def.type === "set") return isTransforming(def.valueType, ctx);
	if (def.type === "lazy") return isTransforming(def.getter(), ctx);
	if (def.type === "promise" || def.type === "optional" || def.type === "nonoptional" || def.type === "nullable" || def.type === "readonly" || def.type === "default" || def.type === "prefault" || def.type === "catch") return isTransforming(def.innerType, ctx);
	if (def.type === "intersection") return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
	if (def.type === "record" || def.type === "map") return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
	if (def.type === "pipe") {
		if (_schema._zod.traits.has("$ZodCodec")) return true;
		return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
	}
	if (def.type === "object") {
		for (const key in def.shape) if (isTransforming(def.shape[key], ctx)) return true;
		return false;
	}
	if (def.type === "union") {
		for (const option of def.options) if (isTransforming(option, ctx)) return true;
		return false;
	}
	if (def.type === "tuple") {
		for (const item of def.items) if (isTransforming(item, ctx)) return true;
		if (def.rest && isTransforming(def.rest, ctx)) return true;
		return false;
	}
	return false;
}
var createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
	const { libraryOptions, target } = params ?? {};
	const ctx = initializeContext({
		...libraryOptions ?? {},
		target,
		io,
		processors
	});
	processSchema(schema, ctx);
	extractDefs(ctx, schema);
	return finalize(ctx, schema);
};
// ../phone/node_modules/zod/v4/core/json-schema-processors.js
var narrowMin = (agg, key, value) => {
	if (agg[key] === void 0 || value > agg[key]) agg[key] = value;
};
var narrowMax = (agg, key, value) => {
	if (agg[key] === void 0 || value < agg[key]) agg[key] = value;
};
var narrowBoth = (agg, value) => {
	narrowMin(agg, "minimum", value);
	narrowMax(agg, "maximum", value);
};
var addDivisor = (agg, value) => {
	agg.multipleOf ?? (agg.multipleOf = []);
	if (!agg.multipleOf.includes(value)) agg.multipleOf.push(value);
};
var addPattern = (agg, pattern) => {
	agg.patterns ?? (agg.patterns = /* @__PURE__ */ new Set());
	agg.patterns.add(pattern);
};
var intersectMime = (agg, mime) => {
	agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
var setFormat = (agg, format) => {
	agg.format = format;
	if (format.includes("int")) agg.isInt = true;
};
var minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
var maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
var formatContributor = (ranges) => (agg, def) => {
	setFormat(agg, def.format);
	const [minimum, maximum] = ranges[def.format];
	narrowMin(agg, "minimum", minimum);
	narrowMax(agg, "maximum", maximum);
};
var contributors = {
	greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
	less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
	multiple_of: (agg, def) => addDivisor(agg, def.value),
	number_format: formatContributor(NUMBER_FORMAT_RANGES),
	bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
	min_length: minContributor,
	max_length: maxContributor,
	length_equals: (agg, def) => narrowBoth(agg, def.length),
	min_size: minContributor,
	max_size: maxContributor,
	size_equals: (agg, def) => narrowBoth(agg, def.size),
	string_format: (agg, def) => {
		setFormat(agg, def.format);
		if (def.pattern) addPattern(agg, def.pattern);
		if (def.format === "base64" || def.format === "base64url") agg.contentEncoding = def.format;
		if (def.local || def.precision === -1) agg.laxFormat = true;
	},
	mime_type: (agg, def) => intersectMime(agg, def.mime)
};
function aggregateChecks(schema) {
	const agg = {};
	const def = schema._zod.def;
	const list = schema._zod.traits.has("$ZodCheck") ? [schema, ...def.checks ?? []] : def.checks ?? [];
	for (const ch of list) contributors[ch._zod.def.check]?.(agg, ch._zod.def);
	const bag = schema._zod.bag;
	if (bag.minimum !== void 0) narrowMin(agg, "minimum", bag.minimum);
	if (bag.exclusiveMinimum !== void 0) narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
	if (bag.maximum !== void 0) narrowMax(agg, "maximum", bag.maximum);
	if (bag.exclusiveMaximum !== void 0) narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
	if (bag.multipleOf !== void 0) addDivisor(agg, bag.multipleOf);
	if (bag.format !== void 0) {
		agg.format ?? (agg.format = bag.format);
		if (bag.format.includes("int")) agg.isInt = true;
	}
	if (bag.mime) intersectMime(agg, bag.mime);
	for (const pattern of bag.patterns ?? []) addPattern(agg, pattern);
	return agg;
}
var formatMap = {
	guid: "uuid",
	url: "uri",
	datetime: "date-time",
	json_string: "json-string",
	regex: ""
};
var exactPatterns = /* @__PURE__ */ new Map([[base64Charset, base64], [base64urlCharset, base64url]]);
var exactPattern = (p) => exactPatterns.get(p) ?? p;
var stringProcessor = (schema, ctx, _json, _params) => {
	const json = _json;
	json.type = "string";
	const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minLength = minimum;
	if (typeof maximum === "number") json.maxLength = maximum;
	if (format) {
		json.format = formatMap[format] ?? format;
		if (json.format === "") delete json.format;
		if (format === "time" || laxFormat) delete json.format;
	}
	if (contentEncoding) json.contentEncoding = contentEncoding;
	if (patterns && patterns.size > 0) {
		const patternList = [...patterns].map(exactPattern);
		if (patternList.length === 1) json.pattern = patternList[0].source;
		else if (patternList.length > 1) json.allOf = [...patternList.map((regex) => ({
			...ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0" ? { type: "string" } : {},
			pattern: regex.source
		}))];
	}
};
var numberProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
	json.type = isInt ? "integer" : "number";
	const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
	const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
	const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
	if (exMin) {
		if (legacy) {
			json.minimum = exclusiveMinimum;
			json.exclusiveMinimum = true;
		} else json.exclusiveMinimum = exclusiveMinimum;
	} else if (typeof minimum === "number") json.minimum = minimum;
	if (exMax) {
		if (legacy) {
			json.maximum = exclusiveMaximum;
			json.exclusiveMaximum = true;
		} else json.exclusiveMaximum = exclusiveMaximum;
	} else if (typeof maximum === "number") json.maximum = maximum;
	if (multipleOf) {
		const divisors = /* @__PURE__ */ new Set();
		for (const divisor of multipleOf) if (Number.isFinite(divisor) && divisor !== 0) divisors.add(Math.abs(divisor));
		else handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
		const [first, ...rest] = divisors;
		if (first !== void 0) json.multipleOf = first;
		if (rest.length) json.allOf = [...json.allOf ?? [], ...rest.map((m) => ({ multipleOf: m }))];
	}
};
var booleanProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
var bigintProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "BigInt cannot be represented in JSON Schema");
};
var symbolProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Symbols cannot be represented in JSON Schema");
};
var nullProcessor = (_schema, ctx, json, _params) => {
	if (ctx.target === "openapi-3.0") {
		json.type = "string";
		json.nullable = true;
		json.enum = [null];
	} else json.type = "null";
};
var undefinedProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Undefined cannot be represented in JSON Schema");
};
var voidProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Void cannot be represented in JSON Schema");
};
var neverProcessor = (_schema, _ctx, json, _params) => {
	json.not = {};
};
var anyProcessor = (_schema, _ctx, _json, _params) => {};
var unknownProcessor = (_schema, _ctx, _json, _params) => {};
var dateProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Date cannot be represented in JSON Schema");
};
var enumProcessor = (schema, _ctx, json, _params) => {
	const def = schema._zod.def;
	const values = getEnumValues(def.entries);
	if (values.length === 0) {
		json.not = {};
		return;
	}
	if (values.every((v) => typeof v === "number")) json.type = "number";
	if (values.every((v) => typeof v === "string")) json.type = "string";
	json.enum = values;
};
var literalProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	if (def.values.length === 0) {
		json.not = {};
		return;
	}
	const vals = [];
	for (const val of def.values) if (val === void 0) {
		if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema")) return;
	} else if (typeof val === "bigint") {
		if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema")) return;
		vals.push(Number(val));
	} else vals.push(val);
	if (vals.length === 0) {} else if (vals.length === 1) {
		const val = vals[0];
		json.type = val === null ? "null" : typeof val;
		if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") json.enum = [val];
		else json.const = val;
	} else {
		if (vals.every((v) => typeof v === "number")) json.type = "number";
		if (vals.every((v) => typeof v === "string")) json.type = "string";
		if (vals.every((v) => typeof v === "boolean")) json.type = "boolean";
		if (vals.every((v) => v === null)) json.type = "null";
		json.enum = vals;
	}
};
var nanProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "NaN cannot be represented in JSON Schema");
};
var templateLiteralProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	const pattern = schema._zod.pattern;
	if (!pattern) throw new Error("Pattern not found in template literal");
	_json.type = "string";
	_json.pattern = pattern.source;
};
var fileProcessor = (schema, _ctx, json, _params) => {
	const _json = json;
	_json.type = "string";
	_json.format = "binary";
	_json.contentEncoding = "binary";
	const { minimum, maximum, mime } = aggregateChecks(schema);
	if (minimum !== void 0) _json.minLength = minimum;
	if (maximum !== void 0) _json.maxLength = maximum;
	if (!mime) return;
	if (mime.length === 0) _json.not = {};
	else if (mime.length === 1) _json.contentMediaType = mime[0];
	else _json.anyOf = mime.map((m) => ({ contentMediaType: m }));
};
var successProcessor = (_schema, _ctx, json, _params) => {
	json.type = "boolean";
};
var customProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
var functionProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Function types cannot be represented in JSON Schema");
};
var transformProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
var mapProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Map cannot be represented in JSON Schema");
};
var setProcessor = (schema, ctx, json, params) => {
	handleUnrepresentable(schema, ctx, json, params, "Set cannot be represented in JSON Schema");
};
var arrayProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
	json.type = "array";
	json.items = processSchema(def.element, ctx, {
		...params,
		path: [...params.path, "items"]
	});
};
function inputOptin(schema) {
	const def = schema._zod.def;
	if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) return inputOptin(def.out);
	if (def.type === "catch") return inputOptin(def.innerType);
	return schema._zod.optin;
}
var objectProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	const shape = def.shape;
	if (Object.getOwnPropertySymbols(shape).length && handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) return;
	json.type = "object";
	json.properties = {};
	for (const key in shape) assignProp(json.properties, key, processSchema(shape[key], ctx, {
		...params,
		path: [
			...params.path,
			"properties",
			key
		]
	}));
	const requiredKeys = [];
	for (const key of Object.keys(shape)) {
		const field = def.shape[key];
		if (ctx.io === "input" ? inputOptin(field) === void 0 : field._zod.optout === void 0) requiredKeys.push(key);
	}
	if (requiredKeys.length > 0) json.required = requiredKeys;
	if (def.catchall?._zod.def.type === "never") json.additionalProperties = false;
	else if (!def.catchall) {
		if (ctx.io === "output") json.additionalProperties = false;
	} else if (def.catchall) json.additionalProperties = processSchema(def.catchall, ctx, {
		...params,
		path: [...params.path, "additionalProperties"]
	});
};
var unionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const isExclusive = def.inclusive === false;
	const options = def.options.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			isExclusive ? "oneOf" : "anyOf",
			i
		]
	}));
	if (isExclusive) json.oneOf = options;
	else json.anyOf = options;
};
var intersectionProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const a = processSchema(def.left, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			0
		]
	});
	const b = processSchema(def.right, ctx, {
		...params,
		path: [
			...params.path,
			"allOf",
			1
		]
	});
	const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
	const allOf = [...isSimpleIntersection(a) ? a.allOf : [a], ...isSimpleIntersection(b) ? b.allOf : [b]];
	json.allOf = allOf;
	ctx.intersections.push(allOf);
};
var tupleProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "array";
	const prefixPath = ctx.target === "draft-2020-12" ? "prefixItems" : "items";
	const restPath = ctx.target === "draft-2020-12" ? "items" : ctx.target === "openapi-3.0" ? "items" : "additionalItems";
	const prefixItems = def.items.map((x, i) => processSchema(x, ctx, {
		...params,
		path: [
			...params.path,
			prefixPath,
			i
		]
	}));
	const rest = def.rest ? processSchema(def.rest, ctx, {
		...params,
		path: [
			...params.path,
			restPath,
			...ctx.target === "openapi-3.0" ? [def.items.length] : []
		]
	}) : null;
	let minItems = def.items.length;
	while (minItems > 0) {
		const item = def.items[minItems - 1];
		if (!(ctx.io === "input" ? inputOptin(item) !== void 0 : item._zod.optout === "optional")) break;
		minItems--;
	}
	const maxItems = def.items.length;
	const isClosed = !def.rest;
	if (ctx.target === "draft-2020-12") {
		json.prefixItems = prefixItems;
		if (isClosed) json.items = false;
		else if (rest) json.items = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else if (ctx.target === "openapi-3.0") {
		json.items = { anyOf: prefixItems };
		if (rest) json.items.anyOf.push(rest);
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	} else {
		json.items = prefixItems;
		if (isClosed) json.additionalItems = false;
		else if (rest) json.additionalItems = rest;
		if (minItems > 0) json.minItems = minItems;
		if (isClosed) json.maxItems = maxItems;
	}
	const { minimum, maximum } = aggregateChecks(schema);
	if (typeof minimum === "number") json.minItems = minimum;
	if (typeof maximum === "number") json.maxItems = maximum;
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
* numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
* behind a wrapper only carries its own `type` before then, and a union key only has its branches.
*
* A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
* than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
* exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
* accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
* outright. */
function stringifyKeyNames(bySchema, json, visited) {
	if (json.$ref) {
		if (visited.has(json)) return json;
		visited.add(json);
		const def = bySchema.get(json)?.def;
		if (!def) return json;
		const inlined = stringifyKeyNames(bySchema, def, visited);
		return inlined === def ? json : inlined;
	}
	for (const keyword of ["anyOf", "oneOf"]) {
		const branches = json[keyword];
		if (!Array.isArray(branches)) continue;
		const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
		if (mapped.some((branch, i) => branch !== branches[i])) json = {
			...json,
			[keyword]: mapped
		};
	}
	const types = Array.isArray(json.type) ? json.type : [json.type];
	const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
	const values = json.enum ?? (json.const !== void 0 ? [json.const] : void 0);
	if (!numericType && !values?.some((v) => typeof v === "number")) return json;
	const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
	if (rest.enum) rest.enum = rest.enum.map((v) => typeof v === "number" ? String(v) : v);
	else if (typeof rest.const === "number") rest.const = String(rest.const);
	if (!numericType) return rest;
	rest.type = "string";
	if (!values) rest.pattern = (types.includes("number") ? number$3 : integer$1).source;
	return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
var pendingRecords = /* @__PURE__ */ new WeakMap();
function rewriteKeyNames(ctx) {
	const bySchema = /* @__PURE__ */ new Map();
	for (const entry of ctx.seen.values()) if (entry.def && !bySchema.has(entry.schema)) bySchema.set(entry.schema, entry);
	const rewrites = /* @__PURE__ */ new Map();
	for (const record of pendingRecords.get(ctx) ?? []) {
		const seen = ctx.seen.get(record);
		const names = (seen?.def ?? seen?.schema)?.propertyNames;
		if (!names || names === true || rewrites.has(names)) continue;
		const rewritten = stringifyKeyNames(bySchema, names, /* @__PURE__ */ new Set());
		if (rewritten !== names) rewrites.set(names, rewritten);
	}
	if (!rewrites.size) return;
	for (const entry of ctx.seen.values()) for (const carrier of [entry.schema, entry.def]) {
		const rewritten = carrier && rewrites.get(carrier.propertyNames);
		if (rewritten) carrier.propertyNames = rewritten;
	}
}
var recordProcessor = (schema, ctx, _json, params) => {
	const json = _json;
	const def = schema._zod.def;
	json.type = "object";
	const keyType = def.keyType;
	const patterns = aggregateChecks(keyType).patterns;
	if (def.mode === "loose" && patterns && patterns.size > 0) {
		const valueSchema = processSchema(def.valueType, ctx, {
			...params,
			path: [
				...params.path,
				"patternProperties",
				"*"
			]
		});
		json.patternProperties = {};
		for (const pattern of patterns) assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
	} else {
		if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
			json.propertyNames = processSchema(def.keyType, ctx, {
				...params,
				path: [...params.path, "propertyNames"]
			});
			let pending = pendingRecords.get(ctx);
			if (!pending) {
				pending = [];
				pendingRecords.set(ctx, pending);
				ctx.deferred.push(() => rewriteKeyNames(ctx));
			}
			pending.push(schema);
		}
		json.additionalProperties = processSchema(def.valueType, ctx, {
			...params,
			path: [...params.path, "additionalProperties"]
		});
	}
	const keyValues = keyType._zod.values;
	const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== void 0;
	if (keyValues && !def.partial && !omittableOnInput) {
		const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
		if (validKeyValues.length > 0) json.required = validKeyValues.map(String);
	}
};
var nullableProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	const inner = processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	if (ctx.target === "openapi-3.0") {
		seen.ref = def.innerType;
		json.nullable = true;
	} else json.anyOf = [inner, { type: "null" }];
};
var nonoptionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
* A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
* unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
var UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
	let unrepresentable = false;
	const serialized = JSON.stringify(value, (_, val) => {
		if (typeof val !== "bigint") return val;
		unrepresentable = true;
		return null;
	});
	if (!unrepresentable) return JSON.parse(serialized);
	handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
	return UNREPRESENTABLE_DEFAULT;
}
var defaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json.default = value;
};
var prefaultProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	if (ctx.io !== "input") return;
	const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
	if (value !== UNREPRESENTABLE_DEFAULT) json._prefault = value;
};
var catchProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	let catchValue;
	try {
		catchValue = def.catchValue(void 0);
	} catch {
		handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
		return;
	}
	json.default = catchValue;
};
var pipeProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	const inIsTransform = def.in._zod.traits.has("$ZodTransform");
	const innerType = ctx.io === "input" ? inIsTransform ? def.out : def.in : def.out;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
var readonlyProcessor = (schema, ctx, json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
	json.readOnly = true;
};
var promiseProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
var optionalProcessor = (schema, ctx, _json, params) => {
	const def = schema._zod.def;
	processSchema(def.innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = def.innerType;
};
var lazyProcessor = (schema, ctx, _json, params) => {
	const innerType = schema._zod.innerType;
	processSchema(innerType, ctx, params);
	const seen = ctx.seen.get(schema);
	seen.ref = innerType;
};
var allProcessors = {
	string: stringProcessor,
	number: numberProcessor,
	boolean: booleanProcessor,
	bigint: bigintProcessor,
	symbol: symbolProcessor,
	null: nullProcessor,
	undefined: undefinedProcessor,
	void: voidProcessor,
	never: neverProcessor,
	any: anyProcessor,
	unknown: unknownProcessor,
	date: dateProcessor,
	enum: enumProcessor,
	literal: literalProcessor,
	nan: nanProcessor,
	template_literal: templateLiteralProcessor,
	file: fileProcessor,
	success: successProcessor,
	custom: customProcessor,
	function: functionProcessor,
	transform: transformProcessor,
	map: mapProcessor,
	set: setProcessor,
	array: arrayProcessor,
	object: objectProcessor,
	union: unionProcessor,
	intersection: intersectionProcessor,
	tuple: tupleProcessor,
	record: recordProcessor,
	nullable: nullableProcessor,
	nonoptional: nonoptionalProcessor,
	default: defaultProcessor,
	prefault: prefaultProcessor,
	catch: catchProcessor,
	pipe: pipeProcessor,
	readonly: readonlyProcessor,
	promise: promiseProcessor,
	optional: optionalProcessor,
	lazy: lazyProcessor
};
function toJSONSchema(input, params) {
	if ("_idmap" in input) {
		const registry = input;
		const ctx = initializeContext({
			...params,
			processors: allProcessors
		});
		const defs = {};
		for (const entry of registry._idmap.entries()) {
			const [_, schema] = entry;
			processSchema(schema, ctx);
		}
		const schemas = {};
		ctx.external = {
			registry,
			uri: params?.uri,
			defs
		};
		for (const entry of registry._idmap.entries()) {
			const [key, schema] = entry;
			extractDefs(ctx, schema);
			assignProp(schemas, key, finalize(ctx, schema));
		}
		if (Object.keys(defs).length > 0) schemas.__shared = { [ctx.target === "draft-2020-12" ? "$defs" : "definitions"]: defs };
		return { schemas };
	}
	const ctx = initializeContext({
		...params,
		processors: allProcessors
	});
	processSchema(input, ctx);
	extractDefs(ctx, input);
	return finalize(ctx, input);
}
// ../phone/node_modules/zod/v4/mini/schemas.js
var ZodMiniType = /*@__PURE__*/ $constructor("ZodMiniType", (inst, def) => {
	if (!inst._zod) throw new Error("Uninitialized schema in ZodMiniType.");
	$ZodType.init(inst, def);
	inst.def = def;
	inst.type = def.type;
}, {
	get with() {
		return this.check;
	},
	set with(value) {
		own(this, "with", value);
	},
	parse(data, params) {
		return parse$2(this, data, params, { callee: this.parse });
	},
	parseAsync(data, params) {
		return parseAsync(this, data, params, { callee: this.parseAsync });
	},
	safeParse(data, params) {
		return safeParse(this, data, params);
	},
	safeParseAsync(data, params) {
		return safeParseAsync(this, data, params);
	},
	check(...checks) {
		const def = this.def;
		return this.clone({
			...def,
			checks: [...def.checks ?? [], ...checks.map((ch) => typeof ch === "function" ? { _zod: {
				check: ch,
				def: { check: "custom" },
				onattach: []
			} } : ch)]
		}, { parent: true });
	},
	clone(_def, params) {
		return clone(this, _def, params);
	},
	brand() {
		return this;
	},
	register(reg, meta) {
		reg.add(this, meta);
		return this;
	},
	apply(fn, ...args) {
		return args.length === 0 ? fn(this) : fn(this, ...args);
	}
});
var ZodMiniString = /*@__PURE__*/ $constructor("ZodMiniString", (inst, def) => {
	$ZodString.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function string(params) {
	return /* @__PURE__ */ _string(ZodMiniString, params);
}
var ZodMiniStringFormat = /*@__PURE__*/ $constructor("ZodMiniStringFormat", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	ZodMiniString.init(inst, def);
});
var ZodMiniURL = /*@__PURE__*/ $constructor("ZodMiniURL", (inst, def) => {
	$ZodURL.init(inst, def);
	ZodMiniStringFormat.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function url(params) {
	return /* @__PURE__ */ _url(ZodMiniURL, params);
}
var ZodMiniNumber = /*@__PURE__*/ $constructor("ZodMiniNumber", (inst, def) => {
	$ZodNumber.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function number$2(params) {
	return /* @__PURE__ */ _number(ZodMiniNumber, params);
}
var ZodMiniNumberFormat = /*@__PURE__*/ $constructor("ZodMiniNumberFormat", (inst, def) => {
	$ZodNumberFormat.init(inst, def);
	ZodMiniNumber.init(inst, def);
});
function int(params) {
	return /* @__PURE__ */ _int(ZodMiniNumberFormat, params);
}
var ZodMiniBoolean = /*@__PURE__*/ $constructor("ZodMiniBoolean", (inst, def) => {
	$ZodBoolean.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function boolean(params) {
	return /* @__PURE__ */ _boolean(ZodMiniBoolean, params);
}
var ZodMiniUnknown = /*@__PURE__*/ $constructor("ZodMiniUnknown", (inst, def) => {
	$ZodUnknown.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function unknown() {
	return /* @__PURE__ */ _unknown(ZodMiniUnknown);
}
var ZodMiniNever = /*@__PURE__*/ $constructor("ZodMiniNever", (inst, def) => {
	$ZodNever.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function never(params) {
	return /* @__PURE__ */ _never(ZodMiniNever, params);
}
var ZodMiniArray = /*@__PURE__*/ $constructor("ZodMiniArray", (inst, def) => {
	$ZodArray.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function array(element, params) {
	return new ZodMiniArray({
		type: "array",
		element,
		...normalizeParams(params)
	});
}
var ZodMiniObject = /*@__PURE__*/ $constructor("ZodMiniObject", (inst, def) => {
	$ZodObject.init(inst, def);
	ZodMiniType.init(inst, def);
	installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
});
// @__NO_SIDE_EFFECTS__
function object(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape: shape ?? {},
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function strictObject(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape,
		catchall: /* @__PURE__ */ never(),
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function looseObject(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape,
		catchall: /* @__PURE__ */ unknown(),
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function extend(schema, shape) {
	return extend$1(schema, shape);
}
// @__NO_SIDE_EFFECTS__
function pick(schema, mask) {
	return pick$1(schema, mask);
}
// @__NO_SIDE_EFFECTS__
function omit(schema, mask) {
	return omit$1(schema, mask);
}
// @__NO_SIDE_EFFECTS__
function partial(schema, mask) {
	const def = schema._zod.def;
	if (def.type !== "tuple") return partial$1(ZodMiniOptional, schema, mask);
	if (def.checks?.length) throw new Error(".partial() cannot be used on tuple schemas containing refinements");
	return clone(schema, {
		...def,
		items: def.items.map((item) => new ZodMiniOptional({
			type: "optional",
			innerType: item
		}))
	});
}
var ZodMiniUnion = /*@__PURE__*/ $constructor("ZodMiniUnion", (inst, def) => {
	$ZodUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function union(options, params) {
	return new ZodMiniUnion({
		type: "union",
		options,
		...normalizeParams(params)
	});
}
var ZodMiniDiscriminatedUnion = /*@__PURE__*/ $constructor("ZodMiniDiscriminatedUnion", (inst, def) => {
	$ZodDiscriminatedUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function discriminatedUnion(discriminator, options, params) {
	return new ZodMiniDiscriminatedUnion({
		type: "union",
		options,
		discriminator,
		...normalizeParams(params)
	});
}
var ZodMiniRecord = /*@__PURE__*/ $constructor("ZodMiniRecord", (inst, def) => {
	$ZodRecord.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function record(keyType, valueType, params) {
	if (!valueType || !valueType._zod) return new ZodMiniRecord({
		type: "record",
		keyType: /* @__PURE__ */ string(),
		valueType: keyType,
		...normalizeParams(valueType)
	});
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params)
	});
}
// @__NO_SIDE_EFFECTS__
function partialRecord(keyType, valueType, params) {
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params),
		partial: true
	});
}
var ZodMiniEnum = /*@__PURE__*/ $constructor("ZodMiniEnum", (inst, def) => {
	$ZodEnum.init(inst, def);
	ZodMiniType.init(inst, def);
	inst.options = [...inst._zod.values];
});
// @__NO_SIDE_EFFECTS__
function _enum(values, params) {
	return new ZodMiniEnum({
		type: "enum",
		entries: Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values,
		...normalizeParams(params)
	});
}
var ZodMiniLiteral = /*@__PURE__*/ $constructor("ZodMiniLiteral", (inst, def) => {
	$ZodLiteral.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function literal$1(value, params) {
	return new ZodMiniLiteral({
		type: "literal",
		values: Array.isArray(value) ? value : [value],
		...normalizeParams(params)
	});
}
var ZodMiniOptional = /*@__PURE__*/ $constructor("ZodMiniOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function optional(innerType) {
	return new ZodMiniOptional({
		type: "optional",
		innerType
	});
}
var ZodMiniNullable = /*@__PURE__*/ $constructor("ZodMiniNullable", (inst, def) => {
	$ZodNullable.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function nullable(innerType) {
	return new ZodMiniNullable({
		type: "nullable",
		innerType
	});
}
var ZodMiniDefault = /*@__PURE__*/ $constructor("ZodMiniDefault", (inst, def) => {
	$ZodDefault.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function _default(innerType, defaultValue) {
	return new ZodMiniDefault({
		type: "default",
		innerType,
		get defaultValue() {
			return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
		}
	});
}
var ZodMiniCustom = /*@__PURE__*/ $constructor("ZodMiniCustom", (inst, def) => {
	$ZodCustom.init(inst, def);
	ZodMiniType.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function check(fn, params) {
	const ch = new $ZodCheck({
		check: "custom",
		...normalizeParams(params)
	});
	ch._zod.check = fn;
	return ch;
}
// @__NO_SIDE_EFFECTS__
function refine(fn, _params = {}) {
	return /* @__PURE__ */ _refine(ZodMiniCustom, fn, _params);
}
// ../phone/node_modules/zod/v4/mini/iso.js
var ZodMiniISODateTime = /*@__PURE__*/ $constructor("ZodMiniISODateTime", (inst, def) => {
	$ZodISODateTime.init(inst, def);
	ZodMiniStringFormat.init(inst, def);
});
// @__NO_SIDE_EFFECTS__
function datetime(params) {
	return /* @__PURE__ */ _isoDateTime(ZodMiniISODateTime, params);
}
// ../phone/node_modules/zod/v4/mini/coerce.js
// @__NO_SIDE_EFFECTS__
function number$1(params) {
	return /* @__PURE__ */ _coercedNumber(ZodMiniNumber, params);
}
// contract/call-words.ts
var NOT_A_VALUE = "must be text, a number or null";
var HAS_UNKNOWN_FIELD = "has a field that we do not know";
var NOT_TEXT_OR_NULL = "must be text or null";
var NOT_A_SYNC_CURSOR = "must be <epoch>.<seq>";
var NOT_A_LIST = "must be a list";
var NOT_AN_OBJECT = "must be an object";
var NOT_A_NUMBER = "must be a number";
var NOT_A_SORT = "must be asc or desc";
var NOT_A_PART = "must be a part of the data";
var NOT_STAFF = "must be staff";
var NOT_A_PUSH_SERVICE = "must be an address of a known push service";
var NOT_HTTPS = "must be https";
var NOT_65_BYTES = "must be 65 bytes in base64url";
var NOT_16_BYTES = "must be 16 bytes in base64url";
var NO_PUSH_KEYS = "must have p256dh and auth";
function atMostFields(max) {
	return `must have at most ${max} fields`;
}
// contract/field-words.ts
var NOT_TEXT = "must be text";
var REQUIRED = "is required";
var NOT_A_PICTURE_URL = "must be a web address that starts with https://";
var NOT_AN_ID = "must be 8 to 64 letters, digits, _ or -";
var NOT_AN_EMAIL = "must be an email address like name@example.com";
var NOT_A_BOOLEAN = "must be true or false";
var NOT_AN_INSTANT = "must be an ISO 8601 instant";
var NOT_A_DATE = "must be a date";
var NO_SUCH_DATE = "must be a date like 2027-03-05T08:00:00.000Z";
var NOT_A_TIME_ZONE = "must be a time zone like Europe/Berlin";
var NOT_A_WHOLE_NUMBER = "must be a whole number";
function atLeast(min) {
	return `must be at least ${min}`;
}
function atMost(max) {
	return `must be at most ${max}`;
}
function atMostInBallot(max) {
	return `must be at most ${max} in a ballot`;
}
function atMostCharacters(max) {
	return `must be at most ${max} characters`;
}
function notAPhoneNumber(min) {
	return `must have at least ${min} digits, and only digits, spaces and + ( ) . / -`;
}
/** @param values the allowed values, with commas between them */
function notOneOf(values) {
	return `must be one of ${values}`;
}
// contract/text/csv.ts
/** The places where a formula could start: the start of the cell, and after each `;`, tab or line break in it. */
var CELL_STARTS = new RegExp(`(^|[;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|["'])*[=+\\-@＝＋－＠])|^(?=[\\t\\r])`, "g");
/** A line of CSV (RFC 4180). */
function csvLine(cells, separator = ",") {
	return toLine(cells.map((value) => csvCell(value, separator)), separator);
}
/** A line of cells that are written already. */
function toLine(cells, separator) {
	return `${cells.join(separator)}\r\n`;
}
/** A cell as it is written. An apostrophe before each possible formula stops a spreadsheet from running it. */
function csvCell(value, separator) {
	return quoted(value.replace(CELL_STARTS, "$1'"), separator);
}
function quoted(value, separator) {
	return value.includes(separator) || /["\r\n]/.test(value) ? `"${value.replaceAll("\"", "\"\"")}"` : value;
}
/** Country codes of one and of three digits. All others have two. */
var COUNTRY = String.raw`\+(?:[17]|(?:2[1-69]|3[578]|42|5[09]|6[7-9]|8[05-8]|9[679])\d|\d\d)`;
var FIRST_PART = new RegExp(`^(${COUNTRY}|\\d{4})(?=\\d)`);
/**
* The cell of a phone number: blanks between its parts, and no sign but + ( ). A spreadsheet makes no number of it, which
* would lose the + or the zeros, and no formula, which would need an apostrophe that other programs keep. Any other text
* is a cell like others.
*/
function phoneCell(value, separator) {
	if (!/^\s*\+?[\d(][\d\s()/.\p{Pd}]*$/u.test(value)) return csvCell(value, separator);
	const spaced = value.replace(/[^\d+()]+|(?<=\d)(?=\()/g, " ").trim();
	const parts = /\d \d/.test(spaced) ? spaced : spaced.replace(FIRST_PART, "$1 ");
	return /^\+?\d[\d()]*(?: [\d()]+)+$/.test(parts) ? parts : csvCell(parts, separator);
}
var ACCOUNT_PARTS = Object.keys({
	account: "Account",
	marathons: "Your events",
	applications: "Your applications",
	checkIns: "Where you were checked in",
	scans: "Whom you checked in",
	noticesToYou: "Notices to you",
	notices: "Notices at your events",
	helping: "Where you help",
	invitations: "Invitations that you accepted",
	deletions: "What you deleted",
	pushes: "Phones that get your pushes",
	changes: "Changes that you sent",
	budget: "How much you changed lately"
});
/** The part that a download continues with, and the key of the last row that it has. */
var accountDataQuerySchema = /* @__PURE__ */ object({
	part: /* @__PURE__ */ _default(/* @__PURE__ */ _enum(ACCOUNT_PARTS, NOT_A_PART), "account"),
	after: /* @__PURE__ */ _default((/* @__PURE__ */ number$1(NOT_A_NUMBER)).check(int(NOT_A_WHOLE_NUMBER), /* @__PURE__ */ _gte(0, atLeast(0))), 0)
});
/**
* A page of what is kept of an account. `next` has the query of the next page; null after the last one. `uid` tells the
* client whose it is: another account may have logged in since the page before.
*/
var accountDataSchema = /* @__PURE__ */ object({
	uid: /* @__PURE__ */ string(),
	parts: /* @__PURE__ */ partialRecord(/* @__PURE__ */ _enum(ACCOUNT_PARTS), /* @__PURE__ */ array(/* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ unknown()))),
	next: /* @__PURE__ */ nullable(/* @__PURE__ */ object({
		part: /* @__PURE__ */ _enum(ACCOUNT_PARTS),
		after: int()
	}))
});
// worker/auth/emulator-mode.ts
/**
* Does the worker accept the unsigned tokens of the Firebase Auth emulator? Only if the emulator's host is a loopback
* address AND the project's id starts with `demo-`, which no real Firebase project has. wrangler.toml sets neither.
*/
function isEmulatorMode(env) {
	const host = String(env.FIREBASE_AUTH_EMULATOR_HOST);
	return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host) && env.FIREBASE_PROJECT_ID.startsWith("demo-");
}
// worker/auth/rate-limit.ts
var RATE_PERIOD_S = 60;
/** Are rate limits on? They can be switched off in emulator mode only. */
function isLimited(env) {
	return !(env.RATE_LIMITS === "off" && isEmulatorMode(env));
}
/** Counts a call against a limit of wrangler.toml. @throws Problem RATE_LIMITED with Retry-After */
async function countCall(c, binding, key) {
	if (!isLimited(c.env)) return;
	const { success } = await c.env[binding].limit({ key });
	if (!success) throw new Problem("RATE_LIMITED", "Too many requests. Wait a minute.", { retryAfterSeconds: RATE_PERIOD_S });
}
/**
* The key that a client's address is counted under: an IPv4 address itself, or the /64 network of an IPv6 address. An
* IPv6 client usually has a whole /64 network and could use a new address for every call.
* @param address the value of CF-Connecting-IP; undefined if the worker runs without Cloudflare
*/
function addressKey(address) {
	if (!address?.includes(":")) return address ?? "unknown";
	const [head = "", tail] = address.toLowerCase().split("::");
	const groups = head === "" ? [] : head.split(":");
	if (tail !== void 0) {
		const last = tail === "" ? [] : tail.split(":");
		while (groups.length + last.length < 8) groups.push("0");
	}
	return `${groups.slice(0, 4).join(":")}::/64`;
}
/** Counts the call against its user. */
var countAs = (limit) => createMiddleware(async (c, next) => {
	await countCall(c, limit, c.get("user").uid);
	await next();
});
/** Counts a write. Its operation is charged separately (domain/op-budget). */
var countWrite = countAs("WRITE_LIMIT");
/** Counts a read of one row. */
var countRead = countAs("READ_LIMIT");
/** Counts a read of many rows. Such a read costs more than one of a single row and has its own limit. */
var countList = countAs("LIST_LIMIT");
// ../phone/node_modules/drizzle-orm/entity.js
var entityKind = Symbol.for("drizzle:entityKind");
function is(value, type) {
	if (!value || typeof value !== "object") return false;
	if (value instanceof type) return true;
	if (!Object.prototype.hasOwnProperty.call(type, entityKind)) throw new Error(`Class "${type.name ?? "<unknown>"}" doesn't look like a Drizzle entity. If this is incorrect and the class is provided by Drizzle, please report this as a bug.`);
	let cls = Object.getPrototypeOf(value).constructor;
	if (cls) while (cls) {
		if (entityKind in cls && cls[entityKind] === type[entityKind]) return true;
		cls = Object.getPrototypeOf(cls);
	}
	return false;
}
// ../phone/node_modules/drizzle-orm/column.js
var Column = class {
	constructor(table, config) {
		this.table = table;
		this.config = config;
		this.name = config.name;
		this.keyAsName = config.keyAsName;
		this.notNull = config.notNull;
		this.default = config.default;
		this.defaultFn = config.defaultFn;
		this.onUpdateFn = config.onUpdateFn;
		this.hasDefault = config.hasDefault;
		this.primary = config.primaryKey;
		this.isUnique = config.isUnique;
		this.uniqueName = config.uniqueName;
		this.uniqueType = config.uniqueType;
		this.dataType = config.dataType;
		this.columnType = config.columnType;
		this.generated = config.generated;
		this.generatedIdentity = config.generatedIdentity;
	}
	static [entityKind] = "Column";
	name;
	keyAsName;
	primary;
	notNull;
	default;
	defaultFn;
	onUpdateFn;
	hasDefault;
	isUnique;
	uniqueName;
	uniqueType;
	dataType;
	columnType;
	enumValues = void 0;
	generated = void 0;
	generatedIdentity = void 0;
	config;
	mapFromDriverValue(value) {
		return value;
	}
	mapToDriverValue(value) {
		return value;
	}
	shouldDisableInsert() {
		return this.config.generated !== void 0 && this.config.generated.type !== "byDefault";
	}
};
// ../phone/node_modules/drizzle-orm/column-builder.js
var ColumnBuilder = class {
	static [entityKind] = "ColumnBuilder";
	config;
	constructor(name, dataType, columnType) {
		this.config = {
			name,
			keyAsName: name === "",
			notNull: false,
			default: void 0,
			hasDefault: false,
			primaryKey: false,
			isUnique: false,
			uniqueName: void 0,
			uniqueType: void 0,
			dataType,
			columnType,
			generated: void 0
		};
	}
	/**
	* Changes the data type of the column. Commonly used with `json` columns. Also, useful for branded types.
	*
	* @example
	* ```ts
	* const users = pgTable('users', {
	* 	id: integer('id').$type<UserId>().primaryKey(),
	* 	details: json('details').$type<UserDetails>().notNull(),
	* });
	* ```
	*/
	$type() {
		return this;
	}
	/**
	* Adds a `not null` clause to the column definition.
	*
	* Affects the `select` model of the table - columns *without* `not null` will be nullable on select.
	*/
	notNull() {
		this.config.notNull = true;
		return this;
	}
	/**
	* Adds a `default <value>` clause to the column definition.
	*
	* Affects the `insert` model of the table - columns *with* `default` are optional on insert.
	*
	* If you need to set a dynamic default value, use {@link $defaultFn} instead.
	*/
	default(value) {
		this.config.default = value;
		this.config.hasDefault = true;
		return this;
	}
	/**
	* Adds a dynamic default value to the column.
	* The function will be called when the row is inserted, and the returned value will be used as the column value.
	*
	* **Note:** This value does not affect the `drizzle-kit` behavior, it is only used at runtime in `drizzle-orm`.
	*/
	$defaultFn(fn) {
		this.config.defaultFn = fn;
		this.config.hasDefault = true;
		return this;
	}
	/**
	* Alias for {@link $defaultFn}.
	*/
	$default = this.$defaultFn;
	/**
	* Adds a dynamic update value to the column.
	* The function will be called when the row is updated, and the returned value will be used as the column value if none is provided.
	* If no `default` (or `$defaultFn`) value is provided, the function will be called when the row is inserted as well, and the returned value will be used as the column value.
	*
	* **Note:** This value does not affect the `drizzle-kit` behavior, it is only used at runtime in `drizzle-orm`.
	*/
	$onUpdateFn(fn) {
		this.config.onUpdateFn = fn;
		this.config.hasDefault = true;
		return this;
	}
	/**
	* Alias for {@link $onUpdateFn}.
	*/
	$onUpdate = this.$onUpdateFn;
	/**
	* Adds a `primary key` clause to the column definition. This implicitly makes the column `not null`.
	*
	* In SQLite, `integer primary key` implicitly makes the column auto-incrementing.
	*/
	primaryKey() {
		this.config.primaryKey = true;
		this.config.notNull = true;
		return this;
	}
	/** @internal Sets the name of the column to the key within the table definition if a name was not given. */
	setName(name) {
		if (this.config.name !== "") return;
		this.config.name = name;
	}
};
// ../phone/node_modules/drizzle-orm/table.utils.js
var TableName = Symbol.for("drizzle:Name");
// ../phone/node_modules/drizzle-orm/pg-core/columns/enum.js
var isPgEnumSym = Symbol.for("drizzle:isPgEnum");
function isPgEnum(obj) {
	return !!obj && typeof obj === "function" && isPgEnumSym in obj && obj[isPgEnumSym] === true;
}
// ../phone/node_modules/drizzle-orm/subquery.js
var Subquery = class {
	static [entityKind] = "Subquery";
	constructor(sql, fields, alias, isWith = false, usedTables = []) {
		this._ = {
			brand: "Subquery",
			sql,
			selectedFields: fields,
			alias,
			isWith,
			usedTables
		};
	}
};
// ../phone/node_modules/drizzle-orm/tracing.js
var tracer = { startActiveSpan(name, fn) {
	return fn();
} };
// ../phone/node_modules/drizzle-orm/view-common.js
var ViewBaseConfig = Symbol.for("drizzle:ViewBaseConfig");
// ../phone/node_modules/drizzle-orm/table.js
var Schema = Symbol.for("drizzle:Schema");
var Columns = Symbol.for("drizzle:Columns");
var ExtraConfigColumns = Symbol.for("drizzle:ExtraConfigColumns");
var OriginalName = Symbol.for("drizzle:OriginalName");
var BaseName = Symbol.for("drizzle:BaseName");
var IsAlias = Symbol.for("drizzle:IsAlias");
var ExtraConfigBuilder = Symbol.for("drizzle:ExtraConfigBuilder");
var IsDrizzleTable = Symbol.for("drizzle:IsDrizzleTable");
var Table = class {
	static [entityKind] = "Table";
	/** @internal */
	static Symbol = {
		Name: TableName,
		Schema,
		OriginalName,
		Columns,
		ExtraConfigColumns,
		BaseName,
		IsAlias,
		ExtraConfigBuilder
	};
	/**
	* @internal
	* Can be changed if the table is aliased.
	*/
	[TableName];
	/**
	* @internal
	* Used to store the original name of the table, before any aliasing.
	*/
	[OriginalName];
	/** @internal */
	[Schema];
	/** @internal */
	[Columns];
	/** @internal */
	[ExtraConfigColumns];
	/**
	*  @internal
	* Used to store the table name before the transformation via the `tableCreator` functions.
	*/
	[BaseName];
	/** @internal */
	[IsAlias] = false;
	/** @internal */
	[IsDrizzleTable] = true;
	/** @internal */
	[ExtraConfigBuilder] = void 0;
	constructor(name, schema, baseName) {
		this[TableName] = this[OriginalName] = name;
		this[Schema] = schema;
		this[BaseName] = baseName;
	}
};
function getTableName(table) {
	return table[TableName];
}
function getTableUniqueName(table) {
	return `${table[Schema] ?? "public"}.${table[TableName]}`;
}
// ../phone/node_modules/drizzle-orm/sql/sql.js
function isSQLWrapper(value) {
	return value !== null && value !== void 0 && typeof value.getSQL === "function";
}
function mergeQueries(queries) {
	const result = {
		sql: "",
		params: []
	};
	for (const query of queries) {
		result.sql += query.sql;
		result.params.push(...query.params);
		if (query.typings?.length) {
			if (!result.typings) result.typings = [];
			result.typings.push(...query.typings);
		}
	}
	return result;
}
var StringChunk = class {
	static [entityKind] = "StringChunk";
	value;
	constructor(value) {
		this.value = Array.isArray(value) ? value : [value];
	}
	getSQL() {
		return new SQL([this]);
	}
};
var SQL = class SQL {
	constructor(queryChunks) {
		this.queryChunks = queryChunks;
		for (const chunk of queryChunks) if (is(chunk, Table)) {
			const schemaName = chunk[Table.Symbol.Schema];
			this.usedTables.push(schemaName === void 0 ? chunk[Table.Symbol.Name] : schemaName + "." + chunk[Table.Symbol.Name]);
		}
	}
	static [entityKind] = "SQL";
	/** @internal */
	decoder = noopDecoder;
	shouldInlineParams = false;
	/** @internal */
	usedTables = [];
	append(query) {
		this.queryChunks.push(...query.queryChunks);
		return this;
	}
	toQuery(config) {
		return tracer.startActiveSpan("drizzle.buildSQL", (span) => {
			const query = this.buildQueryFromSourceParams(this.queryChunks, config);
			span?.setAttributes({
				"drizzle.query.text": query.sql,
				"drizzle.query.params": JSON.stringify(query.params)
			});
			return query;
		});
	}
	buildQueryFromSourceParams(chunks, _config) {
		const config = Object.assign({}, _config, {
			inlineParams: _config.inlineParams || this.shouldInlineParams,
			paramStartIndex: _config.paramStartIndex || { value: 0 }
		});
		const { casing, escapeName, escapeParam, prepareTyping, inlineParams, paramStartIndex } = config;
		return mergeQueries(chunks.map((chunk) => {
			if (is(chunk, StringChunk)) return {
				sql: chunk.value.join(""),
				params: []
			};
			if (is(chunk, Name)) return {
				sql: escapeName(chunk.value),
				params: []
			};
			if (chunk === void 0) return {
				sql: "",
				params: []
			};
			if (Array.isArray(chunk)) {
				const result = [new StringChunk("(")];
				for (const [i, p] of chunk.entries()) {
					result.push(p);
					if (i < chunk.length - 1) result.push(new StringChunk(", "));
				}
				result.push(new StringChunk(")"));
				return this.buildQueryFromSourceParams(result, config);
			}
			if (is(chunk, SQL)) return this.buildQueryFromSourceParams(chunk.queryChunks, {
				...config,
				inlineParams: inlineParams || chunk.shouldInlineParams
			});
			if (is(chunk, Table)) {
				const schemaName = chunk[Table.Symbol.Schema];
				const tableName = chunk[Table.Symbol.Name];
				return {
					sql: schemaName === void 0 || chunk[IsAlias] ? escapeName(tableName) : escapeName(schemaName) + "." + escapeName(tableName),
					params: []
				};
			}
			if (is(chunk, Column)) {
				const columnName = casing.getColumnCasing(chunk);
				if (_config.invokeSource === "indexes") return {
					sql: escapeName(columnName),
					params: []
				};
				const schemaName = chunk.table[Table.Symbol.Schema];
				return {
					sql: chunk.table[IsAlias] || schemaName === void 0 ? escapeName(chunk.table[Table.Symbol.Name]) + "." + escapeName(columnName) : escapeName(schemaName) + "." + escapeName(chunk.table[Table.Symbol.Name]) + "." + escapeName(columnName),
					params: []
				};
			}
			if (is(chunk, View)) {
				const schemaName = chunk[ViewBaseConfig].schema;
				const viewName = chunk[ViewBaseConfig].name;
				return {
					sql: schemaName === void 0 || chunk[ViewBaseConfig].isAlias ? escapeName(viewName) : escapeName(schemaName) + "." + escapeName(viewName),
					params: []
				};
			}
			if (is(chunk, Param)) {
				if (is(chunk.value, Placeholder)) return {
					sql: escapeParam(paramStartIndex.value++, chunk),
					params: [chunk],
					typings: ["none"]
				};
				const mappedValue = chunk.value === null ? null : chunk.encoder.mapToDriverValue(chunk.value);
				if (is(mappedValue, SQL)) return this.buildQueryFromSourceParams([mappedValue], config);
				if (inlineParams) return {
					sql: this.mapInlineParam(mappedValue, config),
					params: []
				};
				let typings = ["none"];
				if (prepareTyping) typings = [prepareTyping(chunk.encoder)];
				return {
					sql: escapeParam(paramStartIndex.value++, mappedValue),
					params: [mappedValue],
					typings
				};
			}
			if (is(chunk, Placeholder)) return {
				sql: escapeParam(paramStartIndex.value++, chunk),
				params: [chunk],
				typings: ["none"]
			};
			if (is(chunk, SQL.Aliased) && chunk.fieldAlias !== void 0) return {
				sql: escapeName(chunk.fieldAlias),
				params: []
			};
			if (is(chunk, Subquery)) {
				if (chunk._.isWith) return {
					sql: escapeName(chunk._.alias),
					params: []
				};
				return this.buildQueryFromSourceParams([
					new StringChunk("("),
					chunk._.sql,
					new StringChunk(") "),
					new Name(chunk._.alias)
				], config);
			}
			if (isPgEnum(chunk)) {
				if (chunk.schema) return {
					sql: escapeName(chunk.schema) + "." + escapeName(chunk.enumName),
					params: []
				};
				return {
					sql: escapeName(chunk.enumName),
					params: []
				};
			}
			if (isSQLWrapper(chunk)) {
				if (chunk.shouldOmitSQLParens?.()) return this.buildQueryFromSourceParams([chunk.getSQL()], config);
				return this.buildQueryFromSourceParams([
					new StringChunk("("),
					chunk.getSQL(),
					new StringChunk(")")
				], config);
			}
			if (inlineParams) return {
				sql: this.mapInlineParam(chunk, config),
				params: []
			};
			return {
				sql: escapeParam(paramStartIndex.value++, chunk),
				params: [chunk],
				typings: ["none"]
			};
		}));
	}
	mapInlineParam(chunk, { escapeString }) {
		if (chunk === null) return "null";
		if (typeof chunk === "number" || typeof chunk === "boolean") return chunk.toString();
		if (typeof chunk === "string") return escapeString(chunk);
		if (typeof chunk === "object") {
			const mappedValueAsString = chunk.toString();
			if (mappedValueAsString === "[object Object]") return escapeString(JSON.stringify(chunk));
			return escapeString(mappedValueAsString);
		}
		throw new Error("Unexpected param value: " + chunk);
	}
	getSQL() {
		return this;
	}
	as(alias) {
		if (alias === void 0) return this;
		return new SQL.Aliased(this, alias);
	}
	mapWith(decoder) {
		this.decoder = typeof decoder === "function" ? { mapFromDriverValue: decoder } : decoder;
		return this;
	}
	inlineParams() {
		this.shouldInlineParams = true;
		return this;
	}
	/**
	* This method is used to conditionally include a part of the query.
	*
	* @param condition - Condition to check
	* @returns itself if the condition is `true`, otherwise `undefined`
	*/
	if(condition) {
		return condition ? this : void 0;
	}
};
var Name = class {
	constructor(value) {
		this.value = value;
	}
	static [entityKind] = "Name";
	brand;
	getSQL() {
		return new SQL([this]);
	}
};
function isDriverValueEncoder(value) {
	return typeof value === "object" && value !== null && "mapToDriverValue" in value && typeof value.mapToDriverValue === "function";
}
var noopDecoder = { mapFromDriverValue: (value) => value };
var noopEncoder = { mapToDriverValue: (value) => value };
({
	...noopDecoder,
	...noopEncoder
});
var Param = class {
	/**
	* @param value - Parameter value
	* @param encoder - Encoder to convert the value to a driver parameter
	*/
	constructor(value, encoder = noopEncoder) {
		this.value = value;
		this.encoder = encoder;
	}
	static [entityKind] = "Param";
	brand;
	getSQL() {
		return new SQL([this]);
	}
};
function sql(strings, ...params) {
	const queryChunks = [];
	if (params.length > 0 || strings.length > 0 && strings[0] !== "") queryChunks.push(new StringChunk(strings[0]));
	for (const [paramIndex, param2] of params.entries()) queryChunks.push(param2, new StringChunk(strings[paramIndex + 1]));
	return new SQL(queryChunks);
}
((sql2) => {
	function empty() {
		return new SQL([]);
	}
	sql2.empty = empty;
	function fromList(list) {
		return new SQL(list);
	}
	sql2.fromList = fromList;
	function raw(str) {
		return new SQL([new StringChunk(str)]);
	}
	sql2.raw = raw;
	function join(chunks, separator) {
		const result = [];
		for (const [i, chunk] of chunks.entries()) {
			if (i > 0 && separator !== void 0) result.push(separator);
			result.push(chunk);
		}
		return new SQL(result);
	}
	sql2.join = join;
	function identifier(value) {
		return new Name(value);
	}
	sql2.identifier = identifier;
	function placeholder2(name2) {
		return new Placeholder(name2);
	}
	sql2.placeholder = placeholder2;
	function param2(value, encoder) {
		return new Param(value, encoder);
	}
	sql2.param = param2;
})(sql || (sql = {}));
((SQL2) => {
	class Aliased {
		constructor(sql2, fieldAlias) {
			this.sql = sql2;
			this.fieldAlias = fieldAlias;
		}
		static [entityKind] = "SQL.Aliased";
		/** @internal */
		isSelectionField = false;
		getSQL() {
			return this.sql;
		}
		/** @internal */
		clone() {
			return new Aliased(this.sql, this.fieldAlias);
		}
	}
	SQL2.Aliased = Aliased;
})(SQL || (SQL = {}));
var Placeholder = class {
	constructor(name2) {
		this.name = name2;
	}
	static [entityKind] = "Placeholder";
	getSQL() {
		return new SQL([this]);
	}
};
function fillPlaceholders(params, values) {
	return params.map((p) => {
		if (is(p, Placeholder)) {
			if (!(p.name in values)) throw new Error(`No value for placeholder "${p.name}" was provided`);
			return values[p.name];
		}
		if (is(p, Param) && is(p.value, Placeholder)) {
			if (!(p.value.name in values)) throw new Error(`No value for placeholder "${p.value.name}" was provided`);
			return p.encoder.mapToDriverValue(values[p.value.name]);
		}
		return p;
	});
}
var IsDrizzleView = Symbol.for("drizzle:IsDrizzleView");
var View = class {
	static [entityKind] = "View";
	/** @internal */
	[ViewBaseConfig];
	/** @internal */
	[IsDrizzleView] = true;
	constructor({ name: name2, schema, selectedFields, query }) {
		this[ViewBaseConfig] = {
			name: name2,
			originalName: name2,
			schema,
			selectedFields,
			query,
			isExisting: !query,
			isAlias: false
		};
	}
	getSQL() {
		return new SQL([this]);
	}
};
Column.prototype.getSQL = function() {
	return new SQL([this]);
};
Table.prototype.getSQL = function() {
	return new SQL([this]);
};
Subquery.prototype.getSQL = function() {
	return new SQL([this]);
};
// ../phone/node_modules/drizzle-orm/alias.js
var ColumnAliasProxyHandler = class {
	constructor(table) {
		this.table = table;
	}
	static [entityKind] = "ColumnAliasProxyHandler";
	get(columnObj, prop) {
		if (prop === "table") return this.table;
		return columnObj[prop];
	}
};
var TableAliasProxyHandler = class {
	constructor(alias, replaceOriginalName) {
		this.alias = alias;
		this.replaceOriginalName = replaceOriginalName;
	}
	static [entityKind] = "TableAliasProxyHandler";
	get(target, prop) {
		if (prop === Table.Symbol.IsAlias) return true;
		if (prop === Table.Symbol.Name) return this.alias;
		if (this.replaceOriginalName && prop === Table.Symbol.OriginalName) return this.alias;
		if (prop === ViewBaseConfig) return {
			...target[ViewBaseConfig],
			name: this.alias,
			isAlias: true
		};
		if (prop === Table.Symbol.Columns) {
			const columns = target[Table.Symbol.Columns];
			if (!columns) return columns;
			const proxiedColumns = {};
			Object.keys(columns).map((key) => {
				proxiedColumns[key] = new Proxy(columns[key], new ColumnAliasProxyHandler(new Proxy(target, this)));
			});
			return proxiedColumns;
		}
		const value = target[prop];
		if (is(value, Column)) return new Proxy(value, new ColumnAliasProxyHandler(new Proxy(target, this)));
		return value;
	}
};
function aliasedTable(table, tableAlias) {
	return new Proxy(table, new TableAliasProxyHandler(tableAlias, false));
}
function aliasedTableColumn(column, tableAlias) {
	return new Proxy(column, new ColumnAliasProxyHandler(new Proxy(column.table, new TableAliasProxyHandler(tableAlias, false))));
}
function mapColumnsInAliasedSQLToAlias(query, alias) {
	return new SQL.Aliased(mapColumnsInSQLToAlias(query.sql, alias), query.fieldAlias);
}
function mapColumnsInSQLToAlias(query, alias) {
	return sql.join(query.queryChunks.map((c) => {
		if (is(c, Column)) return aliasedTableColumn(c, alias);
		if (is(c, SQL)) return mapColumnsInSQLToAlias(c, alias);
		if (is(c, SQL.Aliased)) return mapColumnsInAliasedSQLToAlias(c, alias);
		return c;
	}));
}
// ../phone/node_modules/drizzle-orm/errors.js
var DrizzleError = class extends Error {
	static [entityKind] = "DrizzleError";
	constructor({ message, cause }) {
		super(message);
		this.name = "DrizzleError";
		this.cause = cause;
	}
};
// ../phone/node_modules/drizzle-orm/utils.js
function orderSelectedFields(fields, pathPrefix) {
	return Object.entries(fields).reduce((result, [name, field]) => {
		if (typeof name !== "string") return result;
		const newPath = pathPrefix ? [...pathPrefix, name] : [name];
		if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased) || is(field, Subquery)) result.push({
			path: newPath,
			field
		});
		else if (is(field, Table)) result.push(...orderSelectedFields(field[Table.Symbol.Columns], newPath));
		else result.push(...orderSelectedFields(field, newPath));
		return result;
	}, []);
}
function getTableColumns(table) {
	return table[Table.Symbol.Columns];
}
function getColumnNameAndConfig(a, b) {
	return {
		name: typeof a === "string" && a.length > 0 ? a : "",
		config: typeof a === "object" ? a : b
	};
}
var textDecoder = typeof TextDecoder === "undefined" ? null : new TextDecoder();
// ../phone/node_modules/drizzle-orm/sql/expressions/conditions.js
function bindIfParam(value, column) {
	if (isDriverValueEncoder(column) && !isSQLWrapper(value) && !is(value, Param) && !is(value, Placeholder) && !is(value, Column) && !is(value, Table) && !is(value, View)) return new Param(value, column);
	return value;
}
var eq = (left, right) => {
	return sql`${left} = ${bindIfParam(right, left)}`;
};
var ne = (left, right) => {
	return sql`${left} <> ${bindIfParam(right, left)}`;
};
function and(...unfilteredConditions) {
	const conditions = unfilteredConditions.filter((c) => c !== void 0);
	if (conditions.length === 0) return;
	if (conditions.length === 1) return new SQL(conditions);
	return new SQL([
		new StringChunk("("),
		sql.join(conditions, new StringChunk(" and ")),
		new StringChunk(")")
	]);
}
function or(...unfilteredConditions) {
	const conditions = unfilteredConditions.filter((c) => c !== void 0);
	if (conditions.length === 0) return;
	if (conditions.length === 1) return new SQL(conditions);
	return new SQL([
		new StringChunk("("),
		sql.join(conditions, new StringChunk(" or ")),
		new StringChunk(")")
	]);
}
function not(condition) {
	return sql`not ${condition}`;
}
var gt = (left, right) => {
	return sql`${left} > ${bindIfParam(right, left)}`;
};
var gte = (left, right) => {
	return sql`${left} >= ${bindIfParam(right, left)}`;
};
var lt = (left, right) => {
	return sql`${left} < ${bindIfParam(right, left)}`;
};
var lte = (left, right) => {
	return sql`${left} <= ${bindIfParam(right, left)}`;
};
function inArray(column, values) {
	if (Array.isArray(values)) {
		if (values.length === 0) return sql`false`;
		return sql`${column} in ${values.map((v) => bindIfParam(v, column))}`;
	}
	return sql`${column} in ${bindIfParam(values, column)}`;
}
function notInArray(column, values) {
	if (Array.isArray(values)) {
		if (values.length === 0) return sql`true`;
		return sql`${column} not in ${values.map((v) => bindIfParam(v, column))}`;
	}
	return sql`${column} not in ${bindIfParam(values, column)}`;
}
function isNull(value) {
	return sql`${value} is null`;
}
function isNotNull(value) {
	return sql`${value} is not null`;
}
function exists(subquery) {
	return sql`exists ${subquery}`;
}
function notExists(subquery) {
	return sql`not exists ${subquery}`;
}
function between(column, min, max) {
	return sql`${column} between ${bindIfParam(min, column)} and ${bindIfParam(max, column)}`;
}
function notBetween(column, min, max) {
	return sql`${column} not between ${bindIfParam(min, column)} and ${bindIfParam(max, column)}`;
}
function like(column, value) {
	return sql`${column} like ${value}`;
}
function notLike(column, value) {
	return sql`${column} not like ${value}`;
}
function ilike(column, value) {
	return sql`${column} ilike ${value}`;
}
function notIlike(column, value) {
	return sql`${column} not ilike ${value}`;
}
// ../phone/node_modules/drizzle-orm/sql/expressions/select.js
function asc(column) {
	return sql`${column} asc`;
}
function desc(column) {
	return sql`${column} desc`;
}
// ../phone/node_modules/drizzle-orm/relations.js
var Relation = class {
	constructor(sourceTable, referencedTable, relationName) {
		this.sourceTable = sourceTable;
		this.referencedTable = referencedTable;
		this.relationName = relationName;
		this.referencedTableName = referencedTable[Table.Symbol.Name];
	}
	static [entityKind] = "Relation";
	referencedTableName;
	fieldName;
};
var One = class One extends Relation {
	constructor(sourceTable, referencedTable, config, isNullable) {
		super(sourceTable, referencedTable, config?.relationName);
		this.config = config;
		this.isNullable = isNullable;
	}
	static [entityKind] = "One";
	withFieldName(fieldName) {
		const relation = new One(this.sourceTable, this.referencedTable, this.config, this.isNullable);
		relation.fieldName = fieldName;
		return relation;
	}
};
var Many = class Many extends Relation {
	constructor(sourceTable, referencedTable, config) {
		super(sourceTable, referencedTable, config?.relationName);
		this.config = config;
	}
	static [entityKind] = "Many";
	withFieldName(fieldName) {
		const relation = new Many(this.sourceTable, this.referencedTable, this.config);
		relation.fieldName = fieldName;
		return relation;
	}
};
function getOperators() {
	return {
		and,
		between,
		eq,
		exists,
		gt,
		gte,
		ilike,
		inArray,
		isNull,
		isNotNull,
		like,
		lt,
		lte,
		ne,
		not,
		notBetween,
		notExists,
		notLike,
		notIlike,
		notInArray,
		or,
		sql
	};
}
function getOrderByOperators() {
	return {
		sql,
		asc,
		desc
	};
}
function normalizeRelation(schema, tableNamesMap, relation) {
	if (is(relation, One) && relation.config) return {
		fields: relation.config.fields,
		references: relation.config.references
	};
	const referencedTableTsName = tableNamesMap[getTableUniqueName(relation.referencedTable)];
	if (!referencedTableTsName) throw new Error(`Table "${relation.referencedTable[Table.Symbol.Name]}" not found in schema`);
	const referencedTableConfig = schema[referencedTableTsName];
	if (!referencedTableConfig) throw new Error(`Table "${referencedTableTsName}" not found in schema`);
	const sourceTable = relation.sourceTable;
	const sourceTableTsName = tableNamesMap[getTableUniqueName(sourceTable)];
	if (!sourceTableTsName) throw new Error(`Table "${sourceTable[Table.Symbol.Name]}" not found in schema`);
	const reverseRelations = [];
	for (const referencedTableRelation of Object.values(referencedTableConfig.relations)) if (relation.relationName && relation !== referencedTableRelation && referencedTableRelation.relationName === relation.relationName || !relation.relationName && referencedTableRelation.referencedTable === relation.sourceTable) reverseRelations.push(referencedTableRelation);
	if (reverseRelations.length > 1) throw relation.relationName ? /* @__PURE__ */ new Error(`There are multiple relations with name "${relation.relationName}" in table "${referencedTableTsName}"`) : /* @__PURE__ */ new Error(`There are multiple relations between "${referencedTableTsName}" and "${relation.sourceTable[Table.Symbol.Name]}". Please specify relation name`);
	if (reverseRelations[0] && is(reverseRelations[0], One) && reverseRelations[0].config) return {
		fields: reverseRelations[0].config.references,
		references: reverseRelations[0].config.fields
	};
	throw new Error(`There is not enough information to infer relation "${sourceTableTsName}.${relation.fieldName}"`);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/foreign-keys.js
var ForeignKeyBuilder = class {
	static [entityKind] = "SQLiteForeignKeyBuilder";
	/** @internal */
	reference;
	/** @internal */
	_onUpdate;
	/** @internal */
	_onDelete;
	constructor(config, actions) {
		this.reference = () => {
			const { name, columns, foreignColumns } = config();
			return {
				name,
				columns,
				foreignTable: foreignColumns[0].table,
				foreignColumns
			};
		};
		if (actions) {
			this._onUpdate = actions.onUpdate;
			this._onDelete = actions.onDelete;
		}
	}
	onUpdate(action) {
		this._onUpdate = action;
		return this;
	}
	onDelete(action) {
		this._onDelete = action;
		return this;
	}
	/** @internal */
	build(table) {
		return new ForeignKey(table, this);
	}
};
var ForeignKey = class {
	constructor(table, builder) {
		this.table = table;
		this.reference = builder.reference;
		this.onUpdate = builder._onUpdate;
		this.onDelete = builder._onDelete;
	}
	static [entityKind] = "SQLiteForeignKey";
	reference;
	onUpdate;
	onDelete;
	getName() {
		const { name, columns, foreignColumns } = this.reference();
		const columnNames = columns.map((column) => column.name);
		const foreignColumnNames = foreignColumns.map((column) => column.name);
		const chunks = [
			this.table[TableName],
			...columnNames,
			foreignColumns[0].table[TableName],
			...foreignColumnNames
		];
		return name ?? `${chunks.join("_")}_fk`;
	}
};
// ../phone/node_modules/drizzle-orm/sqlite-core/unique-constraint.js
function uniqueKeyName(table, columns) {
	return `${table[TableName]}_${columns.join("_")}_unique`;
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/common.js
var SQLiteColumnBuilder = class extends ColumnBuilder {
	static [entityKind] = "SQLiteColumnBuilder";
	foreignKeyConfigs = [];
	references(ref, actions = {}) {
		this.foreignKeyConfigs.push({
			ref,
			actions
		});
		return this;
	}
	unique(name) {
		this.config.isUnique = true;
		this.config.uniqueName = name;
		return this;
	}
	generatedAlwaysAs(as, config) {
		this.config.generated = {
			as,
			type: "always",
			mode: config?.mode ?? "virtual"
		};
		return this;
	}
	/** @internal */
	buildForeignKeys(column, table) {
		return this.foreignKeyConfigs.map(({ ref, actions }) => {
			return ((ref2, actions2) => {
				const builder = new ForeignKeyBuilder(() => {
					const foreignColumn = ref2();
					return {
						columns: [column],
						foreignColumns: [foreignColumn]
					};
				});
				if (actions2.onUpdate) builder.onUpdate(actions2.onUpdate);
				if (actions2.onDelete) builder.onDelete(actions2.onDelete);
				return builder.build(table);
			})(ref, actions);
		});
	}
};
var SQLiteColumn = class extends Column {
	constructor(table, config) {
		if (!config.uniqueName) config.uniqueName = uniqueKeyName(table, [config.name]);
		super(table, config);
		this.table = table;
	}
	static [entityKind] = "SQLiteColumn";
};
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/blob.js
var SQLiteBigIntBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteBigIntBuilder";
	constructor(name) {
		super(name, "bigint", "SQLiteBigInt");
	}
	/** @internal */
	build(table) {
		return new SQLiteBigInt(table, this.config);
	}
};
var SQLiteBigInt = class extends SQLiteColumn {
	static [entityKind] = "SQLiteBigInt";
	getSQLType() {
		return "blob";
	}
	mapFromDriverValue(value) {
		if (typeof Buffer !== "undefined" && Buffer.from) {
			const buf = Buffer.isBuffer(value) ? value : value instanceof ArrayBuffer ? Buffer.from(value) : value.buffer ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : Buffer.from(value);
			return BigInt(buf.toString("utf8"));
		}
		return BigInt(textDecoder.decode(value));
	}
	mapToDriverValue(value) {
		return Buffer.from(value.toString());
	}
};
var SQLiteBlobJsonBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteBlobJsonBuilder";
	constructor(name) {
		super(name, "json", "SQLiteBlobJson");
	}
	/** @internal */
	build(table) {
		return new SQLiteBlobJson(table, this.config);
	}
};
var SQLiteBlobJson = class extends SQLiteColumn {
	static [entityKind] = "SQLiteBlobJson";
	getSQLType() {
		return "blob";
	}
	mapFromDriverValue(value) {
		if (typeof Buffer !== "undefined" && Buffer.from) {
			const buf = Buffer.isBuffer(value) ? value : value instanceof ArrayBuffer ? Buffer.from(value) : value.buffer ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : Buffer.from(value);
			return JSON.parse(buf.toString("utf8"));
		}
		return JSON.parse(textDecoder.decode(value));
	}
	mapToDriverValue(value) {
		return Buffer.from(JSON.stringify(value));
	}
};
var SQLiteBlobBufferBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteBlobBufferBuilder";
	constructor(name) {
		super(name, "buffer", "SQLiteBlobBuffer");
	}
	/** @internal */
	build(table) {
		return new SQLiteBlobBuffer(table, this.config);
	}
};
var SQLiteBlobBuffer = class extends SQLiteColumn {
	static [entityKind] = "SQLiteBlobBuffer";
	mapFromDriverValue(value) {
		if (Buffer.isBuffer(value)) return value;
		return Buffer.from(value);
	}
	getSQLType() {
		return "blob";
	}
};
function blob(a, b) {
	const { name, config } = getColumnNameAndConfig(a, b);
	if (config?.mode === "json") return new SQLiteBlobJsonBuilder(name);
	if (config?.mode === "bigint") return new SQLiteBigIntBuilder(name);
	return new SQLiteBlobBufferBuilder(name);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/custom.js
var SQLiteCustomColumnBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteCustomColumnBuilder";
	constructor(name, fieldConfig, customTypeParams) {
		super(name, "custom", "SQLiteCustomColumn");
		this.config.fieldConfig = fieldConfig;
		this.config.customTypeParams = customTypeParams;
	}
	/** @internal */
	build(table) {
		return new SQLiteCustomColumn(table, this.config);
	}
};
var SQLiteCustomColumn = class extends SQLiteColumn {
	static [entityKind] = "SQLiteCustomColumn";
	sqlName;
	mapTo;
	mapFrom;
	constructor(table, config) {
		super(table, config);
		this.sqlName = config.customTypeParams.dataType(config.fieldConfig);
		this.mapTo = config.customTypeParams.toDriver;
		this.mapFrom = config.customTypeParams.fromDriver;
	}
	getSQLType() {
		return this.sqlName;
	}
	mapFromDriverValue(value) {
		return typeof this.mapFrom === "function" ? this.mapFrom(value) : value;
	}
	mapToDriverValue(value) {
		return typeof this.mapTo === "function" ? this.mapTo(value) : value;
	}
};
function customType(customTypeParams) {
	return (a, b) => {
		const { name, config } = getColumnNameAndConfig(a, b);
		return new SQLiteCustomColumnBuilder(name, config, customTypeParams);
	};
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/integer.js
var SQLiteBaseIntegerBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteBaseIntegerBuilder";
	constructor(name, dataType, columnType) {
		super(name, dataType, columnType);
		this.config.autoIncrement = false;
	}
	primaryKey(config) {
		if (config?.autoIncrement) this.config.autoIncrement = true;
		this.config.hasDefault = true;
		return super.primaryKey();
	}
};
var SQLiteBaseInteger = class extends SQLiteColumn {
	static [entityKind] = "SQLiteBaseInteger";
	autoIncrement = this.config.autoIncrement;
	getSQLType() {
		return "integer";
	}
};
var SQLiteIntegerBuilder = class extends SQLiteBaseIntegerBuilder {
	static [entityKind] = "SQLiteIntegerBuilder";
	constructor(name) {
		super(name, "number", "SQLiteInteger");
	}
	build(table) {
		return new SQLiteInteger(table, this.config);
	}
};
var SQLiteInteger = class extends SQLiteBaseInteger {
	static [entityKind] = "SQLiteInteger";
};
var SQLiteTimestampBuilder = class extends SQLiteBaseIntegerBuilder {
	static [entityKind] = "SQLiteTimestampBuilder";
	constructor(name, mode) {
		super(name, "date", "SQLiteTimestamp");
		this.config.mode = mode;
	}
	/**
	* @deprecated Use `default()` with your own expression instead.
	*
	* Adds `DEFAULT (cast((julianday('now') - 2440587.5)*86400000 as integer))` to the column, which is the current epoch timestamp in milliseconds.
	*/
	defaultNow() {
		return this.default(sql`(cast((julianday('now') - 2440587.5)*86400000 as integer))`);
	}
	build(table) {
		return new SQLiteTimestamp(table, this.config);
	}
};
var SQLiteTimestamp = class extends SQLiteBaseInteger {
	static [entityKind] = "SQLiteTimestamp";
	mode = this.config.mode;
	mapFromDriverValue(value) {
		if (this.config.mode === "timestamp") return /* @__PURE__ */ new Date(value * 1e3);
		return new Date(value);
	}
	mapToDriverValue(value) {
		const unix = value.getTime();
		if (this.config.mode === "timestamp") return Math.floor(unix / 1e3);
		return unix;
	}
};
var SQLiteBooleanBuilder = class extends SQLiteBaseIntegerBuilder {
	static [entityKind] = "SQLiteBooleanBuilder";
	constructor(name, mode) {
		super(name, "boolean", "SQLiteBoolean");
		this.config.mode = mode;
	}
	build(table) {
		return new SQLiteBoolean(table, this.config);
	}
};
var SQLiteBoolean = class extends SQLiteBaseInteger {
	static [entityKind] = "SQLiteBoolean";
	mode = this.config.mode;
	mapFromDriverValue(value) {
		return Number(value) === 1;
	}
	mapToDriverValue(value) {
		return value ? 1 : 0;
	}
};
function integer(a, b) {
	const { name, config } = getColumnNameAndConfig(a, b);
	if (config?.mode === "timestamp" || config?.mode === "timestamp_ms") return new SQLiteTimestampBuilder(name, config.mode);
	if (config?.mode === "boolean") return new SQLiteBooleanBuilder(name, config.mode);
	return new SQLiteIntegerBuilder(name);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/numeric.js
var SQLiteNumericBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteNumericBuilder";
	constructor(name) {
		super(name, "string", "SQLiteNumeric");
	}
	/** @internal */
	build(table) {
		return new SQLiteNumeric(table, this.config);
	}
};
var SQLiteNumeric = class extends SQLiteColumn {
	static [entityKind] = "SQLiteNumeric";
	mapFromDriverValue(value) {
		if (typeof value === "string") return value;
		return String(value);
	}
	getSQLType() {
		return "numeric";
	}
};
var SQLiteNumericNumberBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteNumericNumberBuilder";
	constructor(name) {
		super(name, "number", "SQLiteNumericNumber");
	}
	/** @internal */
	build(table) {
		return new SQLiteNumericNumber(table, this.config);
	}
};
var SQLiteNumericNumber = class extends SQLiteColumn {
	static [entityKind] = "SQLiteNumericNumber";
	mapFromDriverValue(value) {
		if (typeof value === "number") return value;
		return Number(value);
	}
	mapToDriverValue = String;
	getSQLType() {
		return "numeric";
	}
};
var SQLiteNumericBigIntBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteNumericBigIntBuilder";
	constructor(name) {
		super(name, "bigint", "SQLiteNumericBigInt");
	}
	/** @internal */
	build(table) {
		return new SQLiteNumericBigInt(table, this.config);
	}
};
var SQLiteNumericBigInt = class extends SQLiteColumn {
	static [entityKind] = "SQLiteNumericBigInt";
	mapFromDriverValue = BigInt;
	mapToDriverValue = String;
	getSQLType() {
		return "numeric";
	}
};
function numeric(a, b) {
	const { name, config } = getColumnNameAndConfig(a, b);
	const mode = config?.mode;
	return mode === "number" ? new SQLiteNumericNumberBuilder(name) : mode === "bigint" ? new SQLiteNumericBigIntBuilder(name) : new SQLiteNumericBuilder(name);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/real.js
var SQLiteRealBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteRealBuilder";
	constructor(name) {
		super(name, "number", "SQLiteReal");
	}
	/** @internal */
	build(table) {
		return new SQLiteReal(table, this.config);
	}
};
var SQLiteReal = class extends SQLiteColumn {
	static [entityKind] = "SQLiteReal";
	getSQLType() {
		return "real";
	}
};
function real(name) {
	return new SQLiteRealBuilder(name ?? "");
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/text.js
var SQLiteTextBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteTextBuilder";
	constructor(name, config) {
		super(name, "string", "SQLiteText");
		this.config.enumValues = config.enum;
		this.config.length = config.length;
	}
	/** @internal */
	build(table) {
		return new SQLiteText(table, this.config);
	}
};
var SQLiteText = class extends SQLiteColumn {
	static [entityKind] = "SQLiteText";
	enumValues = this.config.enumValues;
	length = this.config.length;
	constructor(table, config) {
		super(table, config);
	}
	getSQLType() {
		return `text${this.config.length ? `(${this.config.length})` : ""}`;
	}
};
var SQLiteTextJsonBuilder = class extends SQLiteColumnBuilder {
	static [entityKind] = "SQLiteTextJsonBuilder";
	constructor(name) {
		super(name, "json", "SQLiteTextJson");
	}
	/** @internal */
	build(table) {
		return new SQLiteTextJson(table, this.config);
	}
};
var SQLiteTextJson = class extends SQLiteColumn {
	static [entityKind] = "SQLiteTextJson";
	getSQLType() {
		return "text";
	}
	mapFromDriverValue(value) {
		return JSON.parse(value);
	}
	mapToDriverValue(value) {
		return JSON.stringify(value);
	}
};
function text$2(a, b = {}) {
	const { name, config } = getColumnNameAndConfig(a, b);
	if (config.mode === "json") return new SQLiteTextJsonBuilder(name);
	return new SQLiteTextBuilder(name, config);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/columns/all.js
function getSQLiteColumnBuilders() {
	return {
		blob,
		customType,
		integer,
		numeric,
		real,
		text: text$2
	};
}
// ../phone/node_modules/drizzle-orm/sqlite-core/table.js
var InlineForeignKeys = Symbol.for("drizzle:SQLiteInlineForeignKeys");
var SQLiteTable = class extends Table {
	static [entityKind] = "SQLiteTable";
	/** @internal */
	static Symbol = Object.assign({}, Table.Symbol, { InlineForeignKeys });
	/** @internal */
	[Table.Symbol.Columns];
	/** @internal */
	[InlineForeignKeys] = [];
	/** @internal */
	[Table.Symbol.ExtraConfigBuilder] = void 0;
};
function sqliteTableBase(name, columns, extraConfig, schema, baseName = name) {
	const rawTable = new SQLiteTable(name, schema, baseName);
	const parsedColumns = typeof columns === "function" ? columns(getSQLiteColumnBuilders()) : columns;
	const builtColumns = Object.fromEntries(Object.entries(parsedColumns).map(([name2, colBuilderBase]) => {
		const colBuilder = colBuilderBase;
		colBuilder.setName(name2);
		const column = colBuilder.build(rawTable);
		rawTable[InlineForeignKeys].push(...colBuilder.buildForeignKeys(column, rawTable));
		return [name2, column];
	}));
	const table = Object.assign(rawTable, builtColumns);
	table[Table.Symbol.Columns] = builtColumns;
	table[Table.Symbol.ExtraConfigColumns] = builtColumns;
	if (extraConfig) table[SQLiteTable.Symbol.ExtraConfigBuilder] = extraConfig;
	return table;
}
var sqliteTable = (name, columns, extraConfig) => {
	return sqliteTableBase(name, columns, extraConfig);
};
// ../phone/node_modules/drizzle-orm/sqlite-core/indexes.js
var IndexBuilderOn = class {
	constructor(name, unique) {
		this.name = name;
		this.unique = unique;
	}
	static [entityKind] = "SQLiteIndexBuilderOn";
	on(...columns) {
		return new IndexBuilder(this.name, columns, this.unique);
	}
};
var IndexBuilder = class {
	static [entityKind] = "SQLiteIndexBuilder";
	/** @internal */
	config;
	constructor(name, columns, unique) {
		this.config = {
			name,
			columns,
			unique,
			where: void 0
		};
	}
	/**
	* Condition for partial index.
	*/
	where(condition) {
		this.config.where = condition;
		return this;
	}
	/** @internal */
	build(table) {
		return new Index(this.config, table);
	}
};
var Index = class {
	static [entityKind] = "SQLiteIndex";
	config;
	constructor(config, table) {
		this.config = {
			...config,
			table
		};
	}
};
function index(name) {
	return new IndexBuilderOn(name, false);
}
function uniqueIndex(name) {
	return new IndexBuilderOn(name, true);
}
// ../phone/node_modules/drizzle-orm/sqlite-core/primary-keys.js
function primaryKey(...config) {
	if (config[0].columns) return new PrimaryKeyBuilder(config[0].columns, config[0].name);
	return new PrimaryKeyBuilder(config);
}
var PrimaryKeyBuilder = class {
	static [entityKind] = "SQLitePrimaryKeyBuilder";
	/** @internal */
	columns;
	/** @internal */
	name;
	constructor(columns, name) {
		this.columns = columns;
		this.name = name;
	}
	/** @internal */
	build(table) {
		return new PrimaryKey(table, this.columns, this.name);
	}
};
var PrimaryKey = class {
	constructor(table, columns, name) {
		this.table = table;
		this.columns = columns;
		this.name = name;
	}
	static [entityKind] = "SQLitePrimaryKey";
	columns;
	name;
	getName() {
		return this.name ?? `${this.table[SQLiteTable.Symbol.Name]}_${this.columns.map((column) => column.name).join("_")}_pk`;
	}
};
// ../phone/node_modules/drizzle-orm/casing.js
function toSnakeCase(input) {
	return (input.replace(/['\u2019]/g, "").match(/[\da-z]+|[A-Z]+(?![a-z])|[A-Z][\da-z]+/g) ?? []).map((word) => word.toLowerCase()).join("_");
}
function toCamelCase(input) {
	return (input.replace(/['\u2019]/g, "").match(/[\da-z]+|[A-Z]+(?![a-z])|[A-Z][\da-z]+/g) ?? []).reduce((acc, word, i) => {
		return acc + (i === 0 ? word.toLowerCase() : `${word[0].toUpperCase()}${word.slice(1)}`);
	}, "");
}
function noopCase(input) {
	return input;
}
var CasingCache = class {
	static [entityKind] = "CasingCache";
	/** @internal */
	cache = {};
	cachedTables = {};
	convert;
	constructor(casing) {
		this.convert = casing === "snake_case" ? toSnakeCase : casing === "camelCase" ? toCamelCase : noopCase;
	}
	getColumnCasing(column) {
		if (!column.keyAsName) return column.name;
		const key = `${column.table[Table.Symbol.Schema] ?? "public"}.${column.table[Table.Symbol.OriginalName]}.${column.name}`;
		if (!this.cache[key]) this.cacheTable(column.table);
		return this.cache[key];
	}
	cacheTable(table) {
		const tableKey = `${table[Table.Symbol.Schema] ?? "public"}.${table[Table.Symbol.OriginalName]}`;
		if (!this.cachedTables[tableKey]) {
			for (const column of Object.values(table[Table.Symbol.Columns])) {
				const columnKey = `${tableKey}.${column.name}`;
				this.cache[columnKey] = this.convert(column.name);
			}
			this.cachedTables[tableKey] = true;
		}
	}
	clearCache() {
		this.cache = {};
		this.cachedTables = {};
	}
};
// ../phone/node_modules/drizzle-orm/sqlite-core/view-base.js
var SQLiteViewBase = class extends View {
	static [entityKind] = "SQLiteViewBase";
};
// ../phone/node_modules/drizzle-orm/sqlite-core/dialect.js
var SQLiteDialect = class {
	static [entityKind] = "SQLiteDialect";
	/** @internal */
	casing;
	constructor(config) {
		this.casing = new CasingCache(config?.casing);
	}
	escapeName(name) {
		return `"${name.replace(/"/g, "\"\"")}"`;
	}
	escapeParam(_num) {
		return "?";
	}
	escapeString(str) {
		return `'${str.replace(/'/g, "''")}'`;
	}
	buildWithCTE(queries) {
		if (!queries?.length) return void 0;
		const withSqlChunks = [sql`with `];
		for (const [i, w] of queries.entries()) {
			withSqlChunks.push(sql`${sql.identifier(w._.alias)} as (${w._.sql})`);
			if (i < queries.length - 1) withSqlChunks.push(sql`, `);
		}
		withSqlChunks.push(sql` `);
		return sql.join(withSqlChunks);
	}
	buildDeleteQuery({ table, where, returning, withList, limit, orderBy }) {
		const withSql = this.buildWithCTE(withList);
		const returningSql = returning ? sql` returning ${this.buildSelection(returning, { isSingleTable: true })}` : void 0;
		const whereSql = where ? sql` where ${where}` : void 0;
		const orderBySql = this.buildOrderBy(orderBy);
		const limitSql = this.buildLimit(limit);
		return sql`${withSql}delete from ${table}${whereSql}${returningSql}${orderBySql}${limitSql}`;
	}
	buildUpdateSet(table, set) {
		const tableColumns = table[Table.Symbol.Columns];
		const columnNames = Object.keys(tableColumns).filter((colName) => set[colName] !== void 0 || tableColumns[colName]?.onUpdateFn !== void 0);
		const setSize = columnNames.length;
		return sql.join(columnNames.flatMap((colName, i) => {
			const col = tableColumns[colName];
			const onUpdateFnResult = col.onUpdateFn?.();
			const value = set[colName] ?? (is(onUpdateFnResult, SQL) ? onUpdateFnResult : sql.param(onUpdateFnResult, col));
			const res = sql`${sql.identifier(this.casing.getColumnCasing(col))} = ${value}`;
			if (i < setSize - 1) return [res, sql.raw(", ")];
			return [res];
		}));
	}
	buildUpdateQuery({ table, set, where, returning, withList, joins, from, limit, orderBy }) {
		const withSql = this.buildWithCTE(withList);
		const setSql = this.buildUpdateSet(table, set);
		const fromSql = from && sql.join([sql.raw(" from "), this.buildFromTable(from)]);
		const joinsSql = this.buildJoins(joins);
		const returningSql = returning ? sql` returning ${this.buildSelection(returning, { isSingleTable: true })}` : void 0;
		const whereSql = where ? sql` where ${where}` : void 0;
		const orderBySql = this.buildOrderBy(orderBy);
		const limitSql = this.buildLimit(limit);
		return sql`${withSql}update ${table} set ${setSql}${fromSql}${joinsSql}${whereSql}${returningSql}${orderBySql}${limitSql}`;
	}
	/**
	* Builds selection SQL with provided fields/expressions
	*
	* Examples:
	*
	* `select <selection> from`
	*
	* `insert ... returning <selection>`
	*
	* If `isSingleTable` is true, then columns won't be prefixed with table name
	*/
	buildSelection(fields, { isSingleTable = false } = {}) {
		const columnsLen = fields.length;
		const chunks = fields.flatMap(({ field }, i) => {
			const chunk = [];
			if (is(field, SQL.Aliased) && field.isSelectionField) chunk.push(sql.identifier(field.fieldAlias));
			else if (is(field, SQL.Aliased) || is(field, SQL)) {
				const query = is(field, SQL.Aliased) ? field.sql : field;
				if (isSingleTable) chunk.push(new SQL(query.queryChunks.map((c) => {
					if (is(c, Column)) return sql.identifier(this.casing.getColumnCasing(c));
					return c;
				})));
				else chunk.push(query);
				if (is(field, SQL.Aliased)) chunk.push(sql` as ${sql.identifier(field.fieldAlias)}`);
			} else if (is(field, Column)) {
				const tableName = field.table[Table.Symbol.Name];
				if (field.columnType === "SQLiteNumericBigInt") {
					if (isSingleTable) chunk.push(sql`cast(${sql.identifier(this.casing.getColumnCasing(field))} as text)`);
					else chunk.push(sql`cast(${sql.identifier(tableName)}.${sql.identifier(this.casing.getColumnCasing(field))} as text)`);
				} else if (isSingleTable) chunk.push(sql.identifier(this.casing.getColumnCasing(field)));
				else chunk.push(sql`${sql.identifier(tableName)}.${sql.identifier(this.casing.getColumnCasing(field))}`);
			} else if (is(field, Subquery)) {
				const entries = Object.entries(field._.selectedFields);
				if (entries.length === 1) {
					const entry = entries[0][1];
					const fieldDecoder = is(entry, SQL) ? entry.decoder : is(entry, Column) ? { mapFromDriverValue: (v) => entry.mapFromDriverValue(v) } : entry.sql.decoder;
					if (fieldDecoder) field._.sql.decoder = fieldDecoder;
				}
				chunk.push(field);
			}
			if (i < columnsLen - 1) chunk.push(sql`, `);
			return chunk;
		});
		return sql.join(chunks);
	}
	buildJoins(joins) {
		if (!joins || joins.length === 0) return;
		const joinsArray = [];
		if (joins) for (const [index, joinMeta] of joins.entries()) {
			if (index === 0) joinsArray.push(sql` `);
			const table = joinMeta.table;
			const onSql = joinMeta.on ? sql` on ${joinMeta.on}` : void 0;
			if (is(table, SQLiteTable)) {
				const tableName = table[SQLiteTable.Symbol.Name];
				const tableSchema = table[SQLiteTable.Symbol.Schema];
				const origTableName = table[SQLiteTable.Symbol.OriginalName];
				const alias = tableName === origTableName ? void 0 : joinMeta.alias;
				joinsArray.push(sql`${sql.raw(joinMeta.joinType)} join ${tableSchema ? sql`${sql.identifier(tableSchema)}.` : void 0}${sql.identifier(origTableName)}${alias && sql` ${sql.identifier(alias)}`}${onSql}`);
			} else joinsArray.push(sql`${sql.raw(joinMeta.joinType)} join ${table}${onSql}`);
			if (index < joins.length - 1) joinsArray.push(sql` `);
		}
		return sql.join(joinsArray);
	}
	buildLimit(limit) {
		return typeof limit === "object" || typeof limit === "number" && limit >= 0 ? sql` limit ${limit}` : void 0;
	}
	buildOrderBy(orderBy) {
		const orderByList = [];
		if (orderBy) for (const [index, orderByValue] of orderBy.entries()) {
			orderByList.push(orderByValue);
			if (index < orderBy.length - 1) orderByList.push(sql`, `);
		}
		return orderByList.length > 0 ? sql` order by ${sql.join(orderByList)}` : void 0;
	}
	buildFromTable(table) {
		if (is(table, Table) && table[Table.Symbol.IsAlias]) return sql`${sql`${sql.identifier(table[Table.Symbol.Schema] ?? "")}.`.if(table[Table.Symbol.Schema])}${sql.identifier(table[Table.Symbol.OriginalName])} ${sql.identifier(table[Table.Symbol.Name])}`;
		return table;
	}
	buildSelectQuery({ withList, fields, fieldsFlat, where, having, table, joins, orderBy, groupBy, limit, offset, distinct, setOperators }) {
		const fieldsList = fieldsFlat ?? orderSelectedFields(fields);
		for (const f of fieldsList) if (is(f.field, Column) && getTableName(f.field.table) !== (is(table, Subquery) ? table._.alias : is(table, SQLiteViewBase) ? table[ViewBaseConfig].name : is(table, SQL) ? void 0 : getTableName(table)) && !((table2) => joins?.some(({ alias }) => alias === (table2[Table.Symbol.IsAlias] ? getTableName(table2) : table2[Table.Symbol.BaseName])))(f.field.table)) {
			const tableName = getTableName(f.field.table);
			throw new Error(`Your "${f.path.join("->")}" field references a column "${tableName}"."${f.field.name}", but the table "${tableName}" is not part of the query! Did you forget to join it?`);
		}
		const isSingleTable = !joins || joins.length === 0;
		const withSql = this.buildWithCTE(withList);
		const distinctSql = distinct ? sql` distinct` : void 0;
		const selection = this.buildSelection(fieldsList, { isSingleTable });
		const tableSql = this.buildFromTable(table);
		const joinsSql = this.buildJoins(joins);
		const whereSql = where ? sql` where ${where}` : void 0;
		const havingSql = having ? sql` having ${having}` : void 0;
		const groupByList = [];
		if (groupBy) for (const [index, groupByValue] of groupBy.entries()) {
			groupByList.push(groupByValue);
			if (index < groupBy.length - 1) groupByList.push(sql`, `);
		}
		const groupBySql = groupByList.length > 0 ? sql` group by ${sql.join(groupByList)}` : void 0;
		const orderBySql = this.buildOrderBy(orderBy);
		const limitSql = this.buildLimit(limit);
		const offsetSql = offset ? sql` offset ${offset}` : void 0;
		const finalQuery = sql`${withSql}select${distinctSql} ${selection} from ${tableSql}${joinsSql}${whereSql}${groupBySql}${havingSql}${orderBySql}${limitSql}${offsetSql}`;
		if (setOperators.length > 0) return this.buildSetOperations(finalQuery, setOperators);
		return finalQuery;
	}
	buildSetOperations(leftSelect, setOperators) {
		const [setOperator, ...rest] = setOperators;
		if (!setOperator) throw new Error("Cannot pass undefined values to any set operator");
		if (rest.length === 0) return this.buildSetOperationQuery({
			leftSelect,
			setOperator
		});
		return this.buildSetOperations(this.buildSetOperationQuery({
			leftSelect,
			setOperator
		}), rest);
	}
	buildSetOperationQuery({ leftSelect, setOperator: { type, isAll, rightSelect, limit, orderBy, offset } }) {
		const leftChunk = sql`${leftSelect.getSQL()} `;
		const rightChunk = sql`${rightSelect.getSQL()}`;
		let orderBySql;
		if (orderBy && orderBy.length > 0) {
			const orderByValues = [];
			for (const singleOrderBy of orderBy) if (is(singleOrderBy, SQLiteColumn)) orderByValues.push(sql.identifier(singleOrderBy.name));
			else if (is(singleOrderBy, SQL)) {
				for (let i = 0; i < singleOrderBy.queryChunks.length; i++) {
					const chunk = singleOrderBy.queryChunks[i];
					if (is(chunk, SQLiteColumn)) singleOrderBy.queryChunks[i] = sql.identifier(this.casing.getColumnCasing(chunk));
				}
				orderByValues.push(sql`${singleOrderBy}`);
			} else orderByValues.push(sql`${singleOrderBy}`);
			orderBySql = sql` order by ${sql.join(orderByValues, sql`, `)}`;
		}
		const limitSql = typeof limit === "object" || typeof limit === "number" && limit >= 0 ? sql` limit ${limit}` : void 0;
		const operatorChunk = sql.raw(`${type} ${isAll ? "all " : ""}`);
		const offsetSql = offset ? sql` offset ${offset}` : void 0;
		return sql`${leftChunk}${operatorChunk}${rightChunk}${orderBySql}${limitSql}${offsetSql}`;
	}
	buildInsertQuery({ table, values: valuesOrSelect, onConflict, returning, withList, select }) {
		const valuesSqlList = [];
		const columns = table[Table.Symbol.Columns];
		const colEntries = Object.entries(columns).filter(([_, col]) => !col.shouldDisableInsert());
		const insertOrder = colEntries.map(([, column]) => sql.identifier(this.casing.getColumnCasing(column)));
		if (select) {
			const select2 = valuesOrSelect;
			if (is(select2, SQL)) valuesSqlList.push(select2);
			else valuesSqlList.push(select2.getSQL());
		} else {
			const values = valuesOrSelect;
			valuesSqlList.push(sql.raw("values "));
			for (const [valueIndex, value] of values.entries()) {
				const valueList = [];
				for (const [fieldName, col] of colEntries) {
					const colValue = value[fieldName];
					if (colValue === void 0 || is(colValue, Param) && colValue.value === void 0) {
						let defaultValue;
						if (col.default !== null && col.default !== void 0) defaultValue = is(col.default, SQL) ? col.default : sql.param(col.default, col);
						else if (col.defaultFn !== void 0) {
							const defaultFnResult = col.defaultFn();
							defaultValue = is(defaultFnResult, SQL) ? defaultFnResult : sql.param(defaultFnResult, col);
						} else if (!col.default && col.onUpdateFn !== void 0) {
							const onUpdateFnResult = col.onUpdateFn();
							defaultValue = is(onUpdateFnResult, SQL) ? onUpdateFnResult : sql.param(onUpdateFnResult, col);
						} else defaultValue = sql`null`;
						valueList.push(defaultValue);
					} else valueList.push(colValue);
				}
				valuesSqlList.push(valueList);
				if (valueIndex < values.length - 1) valuesSqlList.push(sql`, `);
			}
		}
		const withSql = this.buildWithCTE(withList);
		const valuesSql = sql.join(valuesSqlList);
		const returningSql = returning ? sql` returning ${this.buildSelection(returning, { isSingleTable: true })}` : void 0;
		const onConflictSql = onConflict?.length ? sql.join(onConflict) : void 0;
		return sql`${withSql}insert into ${table} ${insertOrder} ${valuesSql}${onConflictSql}${returningSql}`;
	}
	sqlToQuery(sql2, invokeSource) {
		return sql2.toQuery({
			casing: this.casing,
			escapeName: this.escapeName,
			escapeParam: this.escapeParam,
			escapeString: this.escapeString,
			invokeSource
		});
	}
	buildRelationalQuery({ fullSchema, schema, tableNamesMap, table, tableConfig, queryConfig: config, tableAlias, nestedQueryRelation, joinOn }) {
		let selection = [];
		let limit, offset, orderBy = [], where;
		const joins = [];
		if (config === true) selection = Object.entries(tableConfig.columns).map(([key, value]) => ({
			dbKey: value.name,
			tsKey: key,
			field: aliasedTableColumn(value, tableAlias),
			relationTableTsKey: void 0,
			isJson: false,
			selection: []
		}));
		else {
			const aliasedColumns = Object.fromEntries(Object.entries(tableConfig.columns).map(([key, value]) => [key, aliasedTableColumn(value, tableAlias)]));
			if (config.where) {
				const whereSql = typeof config.where === "function" ? config.where(aliasedColumns, getOperators()) : config.where;
				where = whereSql && mapColumnsInSQLToAlias(whereSql, tableAlias);
			}
			const fieldsSelection = [];
			let selectedColumns = [];
			if (config.columns) {
				let isIncludeMode = false;
				for (const [field, value] of Object.entries(config.columns)) {
					if (value === void 0) continue;
					if (field in tableConfig.columns) {
						if (!isIncludeMode && value === true) isIncludeMode = true;
						selectedColumns.push(field);
					}
				}
				if (selectedColumns.length > 0) selectedColumns = isIncludeMode ? selectedColumns.filter((c) => config.columns?.[c] === true) : Object.keys(tableConfig.columns).filter((key) => !selectedColumns.includes(key));
			} else selectedColumns = Object.keys(tableConfig.columns);
			for (const field of selectedColumns) {
				const column = tableConfig.columns[field];
				fieldsSelection.push({
					tsKey: field,
					value: column
				});
			}
			let selectedRelations = [];
			if (config.with) selectedRelations = Object.entries(config.with).filter((entry) => !!entry[1]).map(([tsKey, queryConfig]) => ({
				tsKey,
				queryConfig,
				relation: tableConfig.relations[tsKey]
			}));
			let extras;
			if (config.extras) {
				extras = typeof config.extras === "function" ? config.extras(aliasedColumns, { sql }) : config.extras;
				for (const [tsKey, value] of Object.entries(extras)) fieldsSelection.push({
					tsKey,
					value: mapColumnsInAliasedSQLToAlias(value, tableAlias)
				});
			}
			for (const { tsKey, value } of fieldsSelection) selection.push({
				dbKey: is(value, SQL.Aliased) ? value.fieldAlias : tableConfig.columns[tsKey].name,
				tsKey,
				field: is(value, Column) ? aliasedTableColumn(value, tableAlias) : value,
				relationTableTsKey: void 0,
				isJson: false,
				selection: []
			});
			let orderByOrig = typeof config.orderBy === "function" ? config.orderBy(aliasedColumns, getOrderByOperators()) : config.orderBy ?? [];
			if (!Array.isArray(orderByOrig)) orderByOrig = [orderByOrig];
			orderBy = orderByOrig.map((orderByValue) => {
				if (is(orderByValue, Column)) return aliasedTableColumn(orderByValue, tableAlias);
				return mapColumnsInSQLToAlias(orderByValue, tableAlias);
			});
			limit = config.limit;
			offset = config.offset;
			for (const { tsKey: selectedRelationTsKey, queryConfig: selectedRelationConfigValue, relation } of selectedRelations) {
				const normalizedRelation = normalizeRelation(schema, tableNamesMap, relation);
				const relationTableTsName = tableNamesMap[getTableUniqueName(relation.referencedTable)];
				const relationTableAlias = `${tableAlias}_${selectedRelationTsKey}`;
				const joinOn2 = and(...normalizedRelation.fields.map((field2, i) => eq(aliasedTableColumn(normalizedRelation.references[i], relationTableAlias), aliasedTableColumn(field2, tableAlias))));
				const builtRelation = this.buildRelationalQuery({
					fullSchema,
					schema,
					tableNamesMap,
					table: fullSchema[relationTableTsName],
					tableConfig: schema[relationTableTsName],
					queryConfig: is(relation, One) ? selectedRelationConfigValue === true ? { limit: 1 } : {
						...selectedRelationConfigValue,
						limit: 1
					} : selectedRelationConfigValue,
					tableAlias: relationTableAlias,
					joinOn: joinOn2,
					nestedQueryRelation: relation
				});
				const field = sql`(${builtRelation.sql})`.as(selectedRelationTsKey);
				selection.push({
					dbKey: selectedRelationTsKey,
					tsKey: selectedRelationTsKey,
					field,
					relationTableTsKey: relationTableTsName,
					isJson: true,
					selection: builtRelation.selection
				});
			}
		}
		if (selection.length === 0) throw new DrizzleError({ message: `No fields selected for table "${tableConfig.tsName}" ("${tableAlias}"). You need to have at least one item in "columns", "with" or "extras". If you need to select all columns, omit the "columns" key or set it to undefined.` });
		let result;
		where = and(joinOn, where);
		if (nestedQueryRelation) {
			let field = sql`json_array(${sql.join(selection.map(({ field: field2 }) => is(field2, SQLiteColumn) ? sql.identifier(this.casing.getColumnCasing(field2)) : is(field2, SQL.Aliased) ? field2.sql : field2), sql`, `)})`;
			if (is(nestedQueryRelation, Many)) field = sql`coalesce(json_group_array(${field}), json_array())`;
			const nestedSelection = [{
				dbKey: "data",
				tsKey: "data",
				field: field.as("data"),
				isJson: true,
				relationTableTsKey: tableConfig.tsName,
				selection
			}];
			if (limit !== void 0 || offset !== void 0 || orderBy.length > 0) {
				result = this.buildSelectQuery({
					table: aliasedTable(table, tableAlias),
					fields: {},
					fieldsFlat: [{
						path: [],
						field: sql.raw("*")
					}],
					where,
					limit,
					offset,
					orderBy,
					setOperators: []
				});
				where = void 0;
				limit = void 0;
				offset = void 0;
				orderBy = void 0;
			} else result = aliasedTable(table, tableAlias);
			result = this.buildSelectQuery({
				table: is(result, SQLiteTable) ? result : new Subquery(result, {}, tableAlias),
				fields: {},
				fieldsFlat: nestedSelection.map(({ field: field2 }) => ({
					path: [],
					field: is(field2, Column) ? aliasedTableColumn(field2, tableAlias) : field2
				})),
				joins,
				where,
				limit,
				offset,
				orderBy,
				setOperators: []
			});
		} else result = this.buildSelectQuery({
			table: aliasedTable(table, tableAlias),
			fields: {},
			fieldsFlat: selection.map(({ field }) => ({
				path: [],
				field: is(field, Column) ? aliasedTableColumn(field, tableAlias) : field
			})),
			joins,
			where,
			limit,
			offset,
			orderBy,
			setOperators: []
		});
		return {
			tableTsKey: tableConfig.tsName,
			sql: result,
			selection
		};
	}
};
var SQLiteAsyncDialect = class extends SQLiteDialect {
	static [entityKind] = "SQLiteAsyncDialect";
	async migrate(migrations, session, config) {
		const migrationsTable = config === void 0 ? "__drizzle_migrations" : typeof config === "string" ? "__drizzle_migrations" : config.migrationsTable ?? "__drizzle_migrations";
		const migrationTableCreate = sql`
			CREATE TABLE IF NOT EXISTS ${sql.identifier(migrationsTable)} (
				id SERIAL PRIMARY KEY,
				hash text NOT NULL,
				created_at numeric
			)
		`;
		await session.run(migrationTableCreate);
		const lastDbMigration = (await session.values(sql`SELECT id, hash, created_at FROM ${sql.identifier(migrationsTable)} ORDER BY created_at DESC LIMIT 1`))[0] ?? void 0;
		await session.transaction(async (tx) => {
			for (const migration of migrations) if (!lastDbMigration || Number(lastDbMigration[2]) < migration.folderMillis) {
				for (const stmt of migration.sql) await tx.run(sql.raw(stmt));
				await tx.run(sql`INSERT INTO ${sql.identifier(migrationsTable)} ("hash", "created_at") VALUES(${migration.hash}, ${migration.folderMillis})`);
			}
		});
	}
};
// worker/db/client.ts
var dialect = new SQLiteAsyncDialect();
/** Prepares a statement from Drizzle's `sql`. (Drizzle's own batch accepts no raw SQL with parameters.) */
function statement(d1, query) {
	const { sql: text, params } = dialect.sqlToQuery(query);
	return d1.prepare(text).bind(...params);
}
/** Makes the text of a query with `sql.placeholder`s once. To make that of a pull takes longer than to run it. */
function templateOf(query) {
	const { sql: text, params } = dialect.sqlToQuery(query);
	return (d1, values) => d1.prepare(text).bind(...fillPlaceholders(params, values));
}
/**
* A whole number that stands in the query's text. Every LIMIT and OFFSET is one: SQLite plans a statement with a bound
* LIMIT anew whenever the value is bound, because the plan depends on it.
* @throws Error for any other number
*/
function literal(value) {
	if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number`);
	return sql.raw(String(value));
}
/** Runs one query and returns its rows. */
async function allRows(d1, query) {
	return (await statement(d1, query).all()).results;
}
/** Runs queries as one batch: all of them, or none. */
function runBatch(d1, queries) {
	return d1.batch(queries.map((query) => statement(d1, query)));
}
/** The rows of one result of a batch. D1 does not know their type: T is what the query selects. */
function rowsOf(result) {
	return result ? result.results : [];
}
/**
* Packs each row of a table into one cell, because D1 is slow to return the twenty cells of a row one by one.
* @param alias the table's alias in the query
* @param without names of columns that are left out
* @returns `packedRow`: SQL for the cell, `json_array(a.id, a.owner_uid, …)`; `row`: reads such a cell as a row
*/
function packRows(table, alias, without = []) {
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
	return {
		packedRow: sql.raw(`json_array(${columns.map(([, column]) => `${alias}.${column.name}`).join(", ")})`),
		row(packedRow) {
			const values = JSON.parse(packedRow);
			return Object.fromEntries(columns.map(([name], index) => [name, values[index]]));
		}
	};
}
/** The columns of an application that may be long, and that only an edit of them needs. */
var APPLICATION_TEXTS = [
	"location",
	"image",
	"description",
	"phoneNumber",
	"additionalInfo"
];
/** Was the application read with all of its columns? */
function isWhole(row) {
	return "description" in row;
}
// contract/limits.ts
/** The product's name; `{product}` in the specification. */
var PRODUCT = "Startline";
/** The distances that a marathon can have (specification, section 9). */
var DISTANCES = [
	"3k",
	"5k",
	"10k",
	"15k",
	"25k"
];
/** What the id of a row or an operation looks like. */
var ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/;
/** Greatest lengths of texts, in characters (`lengthOf`) after `normaliseText`. */
var MAX_LENGTH = {
	title: 120,
	location: 120,
	description: 4e3,
	url: 2048,
	name: 80,
	phone: 32,
	additionalInfo: 1e3,
	email: 254,
	timeZone: 64,
	reason: 300,
	bib: 12,
	gate: 40,
	notice: 500
};
/** Largest capacity of a marathon. */
var MAX_CAPACITY = 1e6;
/** The greatest `perAccount` of a marathon, for a club or a school that registers its members. */
var MAX_PER_ACCOUNT = 2e3;
/** Largest request body, in bytes: as sent, and after decompression. */
var MAX_BODY_BYTES = 1048576;
/**
* Most applications that one account may have, enough for a club that registers its members. Deleted ones do not count.
*/
var MAX_APPLICATIONS = 2e3;
/**
* A helper's scan is refused where an application has this many check-ins of all accounts. The organiser's is not, so
* that no helper closes an entry at the gate. Both limits together keep an entry small enough to be deleted.
*/
var MAX_SCANS_OF_ALL = 1e3;
/** Most rows in one page of a pull, for a phone that asks for as many. */
var MAX_PULL_PAGE_ROWS = 2e3;
/** Most entrants in one page of GET /marathons/{id}/entrants. */
var ENTRANT_PAGE_ROWS = 1e3;
var DAY_MS = 864e5;
// contract/text/latin-digits.ts
/**
* A text with Latin digits, as numbers are stored and compared. Keyboards write the digits of their own script, and
* some programs wide or bold ones.
*/
function latinDigits(text) {
	if (!/[^\0-\x7f]/.test(text)) return text;
	return text.replaceAll(/\p{Nd}/gu, (digit) => {
		const code = digit.codePointAt(0) ?? 0;
		let zero = code;
		while (isDigit(zero - 1)) zero -= 1;
		return String((code - zero) % 10);
	});
}
function isDigit(code) {
	return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
// contract/text/plain-text.ts
/** An emoji with its variation selector and skin tone, and what a joiner adds to it. */
var PICTURE = "\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?[\\u{1f3fb}-\\u{1f3ff}]?";
/** A letter, or a sign of a vowel. Some of Unicode's letters and marks are not seen. */
var LETTER = "(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}]";
/** What of the invisible is kept: inside of an emoji, and the joiners between letters of scripts that need them. */
var KEPT = [
	"\\u{1f3f4}\\u{e0067}\\u{e0062}[\\u{e0061}-\\u{e007a}]{3}\\u{e007f}",
	`${PICTURE}(?:\\u200d${PICTURE})*`,
	"[0-9#*]\\ufe0f?\\u20e3",
	`(?![\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}])${LETTER}[\\u200c\\u200d](?=${LETTER})`
].join("|");
var KEPT_OR_UNSEEN = new RegExp(`(${KEPT})|[\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f]`, "gu");
/**
* Something that one can see: no blank, no mark without a letter, no control character, and not what a pasted picture
* leaves.
*/
var SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{M}\u2800\ufffc\u{1d159}]/u;
/**
* A text as it is stored: well-formed, NFC, with no blanks at its ends, with line feeds as the only line ends, and
* without characters that nobody sees. Two texts that look the same must not differ by such characters, and none of
* them may turn the direction of what stands beside the text. The joiners of emoji and of letters are kept.
*/
function normaliseText(text) {
	if (!/[^\n -~]/.test(text)) return text.trim();
	return text.toWellFormed().replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").normalize("NFC").replace(KEPT_OR_UNSEEN, "$1").normalize("NFC").trim();
}
/** The same for a field of one line: a line feed or a tab becomes a blank. */
function normaliseLine(text) {
	return normaliseText(text).replace(/[\n\t]/g, " ");
}
/** Is there something in a normalised text that one can see? */
function isSeen(text) {
	return SEEN.test(text);
}
/**
* A phone number as it is stored. What is pasted has invisible characters around it, long dashes, digits of other
* scripts, wide signs, or the `tel:` of a link.
*/
function normalisePhone(text) {
	return latinDigits(normaliseLine(text)).normalize("NFKC").replace(/[\p{Pd}\u2212\u00b7\u2022]/gu, "-").replace(/\s+/g, " ").replace(/^(?:tel: ?)+/i, "").trim();
}
/** The length of a text in characters as a limit counts them: code points, as zod and JSON Schema do. */
function lengthOf(text) {
	return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
/**
* Is a text as it was typed far beyond its limit? Blanks and letters of several code points are removed before it is
* measured, but a megabyte of blanks is no text.
*/
function isFarTooLong(text, max) {
	const most = 2 * max + 64;
	return text.length > most && lengthOf(text.normalize("NFC")) > most;
}
/** The first `max` characters of a text, counted as `lengthOf` does. */
function cut(text, max) {
	return text.length <= max ? text : [...text].slice(0, max).join("");
}
// contract/op-values.ts
/** Most fields in `base` or `patch`, and the longest name of a field. Real ops have fewer fields and shorter names. */
var MOST_FIELDS = 64;
var LONGEST_NAME = 64;
/** The longest stored text of each field. LONGEST_OTHER is for all other fields: dates, distances and ids. */
var LONGEST = /* @__PURE__ */ new Map([
	["title", MAX_LENGTH.title],
	["location", MAX_LENGTH.location],
	["description", MAX_LENGTH.description],
	["image", MAX_LENGTH.url],
	["timeZone", MAX_LENGTH.timeZone],
	["cancelled", MAX_LENGTH.reason],
	["firstName", MAX_LENGTH.name],
	["lastName", MAX_LENGTH.name],
	["phoneNumber", MAX_LENGTH.phone],
	["additionalInfo", MAX_LENGTH.additionalInfo],
	["email", MAX_LENGTH.email],
	["bib", MAX_LENGTH.bib]
]);
var LONGEST_OTHER = 64;
/**
* Checks the values of an op's `base`: each must be text within the field's limit, a number or null. The limits are
* necessary because the server stores these values in a clash. What counts is the length of what is stored: a phone that
* edits its own unsent row sends the text as it was typed. The server stores nothing of a field that `patch` does not
* have, so such a field may be one that only a newer app knows.
* @returns the errors by field; '' is the key of an error of the whole object
*/
function wrongBase(base, patch) {
	return wrongValues(base, (field, value) => {
		if (!Object.hasOwn(patch, field)) return void 0;
		if (typeof value === "boolean") return NOT_A_VALUE;
		const longest = LONGEST.get(field) ?? LONGEST_OTHER;
		if (typeof value !== "string") return void 0;
		return isFarTooLong(value, longest) || lengthOf(normaliseValue(field, value)) > longest ? atMostCharacters(longest) : void 0;
	});
}
/**
* Checks the values of an op's `patch`: none may be a list or an object. `decide` rejects other wrong values, for
* example a text that is too long: a rejection lets the user correct the value.
* @returns the errors by field; '' is the key of an error of the whole object
*/
function wrongPatch(patch) {
	return wrongValues(patch, () => void 0);
}
/** A text of a base as the server would store it: cleaned, but not refused. */
function normaliseValue(field, value) {
	return field === "phoneNumber" ? normalisePhone(value) : normaliseText(value);
}
function wrongValues(fields, wrong) {
	const names = Object.keys(fields);
	if (names.length > MOST_FIELDS) return { "": atMostFields(MOST_FIELDS) };
	if (names.some((name) => name.length > LONGEST_NAME)) return { "": HAS_UNKNOWN_FIELD };
	const found = /* @__PURE__ */ new Map();
	for (const [field, value] of Object.entries(fields)) {
		const words = typeof value === "object" && value !== null ? NOT_A_VALUE : wrong(field, value);
		if (words) found.set(field, words);
	}
	return Object.fromEntries(found);
}
// contract/ops.ts
var KINDS = {
	"marathon.create": {
		entity: "marathon",
		action: "create"
	},
	"marathon.update": {
		entity: "marathon",
		action: "update"
	},
	"marathon.delete": {
		entity: "marathon",
		action: "delete"
	},
	"marathon.draw": {
		entity: "marathon",
		action: "draw"
	},
	"application.create": {
		entity: "application",
		action: "create"
	},
	"application.update": {
		entity: "application",
		action: "update"
	},
	"application.delete": {
		entity: "application",
		action: "delete"
	},
	"application.assignBib": {
		entity: "application",
		action: "assignBib"
	},
	"checkIn.create": {
		entity: "checkIn",
		action: "create"
	},
	"checkIn.void": {
		entity: "checkIn",
		action: "void"
	},
	"checkIn.confirm": {
		entity: "checkIn",
		action: "confirm"
	},
	"notice.create": {
		entity: "notice",
		action: "create"
	},
	"notice.delete": {
		entity: "notice",
		action: "delete"
	}
};
/** Is this the type of an op that this version knows? */
function isOpType(type) {
	return Object.hasOwn(KINDS, type);
}
/** The entity that a type of op changes, and its action. */
function kindOf(type) {
	return KINDS[type];
}
/** The action of an op; null for an op from another version of the app. */
function actionOf({ type }) {
	return isOpType(type) ? KINDS[type].action : null;
}
// worker/ops/decide/decision.ts
/**
* Is this an op that the organiser or a helper makes for each entrant, a bib or a check-in? They are many, and screens
* of runners do not wait for them.
*/
function isStaffOp(type) {
	return type === "application.assignBib" || kindOf(type).entity === "checkIn";
}
/** The key of `State.people`. One account registers one person at most once for a marathon. */
function personSlot(marathonId, uid, person) {
	return `${marathonId}\n${uid}\n${person}`;
}
/** The key of `State.helping` and `State.applied`. */
function accountSlot(marathonId, uid) {
	return `${marathonId}\n${uid}`;
}
/** The key of the scans of one account in `State.scans`. */
function scanSlot(applicationId, uid) {
	return `${applicationId}\n${uid}`;
}
/** The key of `State.bibs`. A marathon has each bib at most once, however it is written (INV-18). */
function bibSlot(marathonId, key) {
	return `${marathonId}\n${key}`;
}
/**
* Merges an update into the current row, field by field.
* - A field that already has the patch's value stays as it is.
* - A field that still has the value of `base` takes the patch's value. With `base` null, every field does.
* - Any other field keeps the current value and becomes a conflict.
*/
function mergeFields(current, base, patch) {
	const changes = {};
	const conflicts = {};
	for (const [field, yours] of Object.entries(patch)) {
		const theirs = current[field];
		if (theirs === yours) continue;
		if (base === null || base[field] === theirs) changes[field] = yours;
		else conflicts[field] = {
			base: base[field] ?? null,
			yours,
			theirs
		};
	}
	return {
		changes,
		conflicts: Object.keys(conflicts).length > 0 ? conflicts : void 0
	};
}
/**
* The base with its values as the server would have stored them. A phone that edits its own unsent row has the text
* that the user typed as base ("Kiel " where the server stores "Kiel"). That difference must not become a conflict.
*/
function tidyBase(base, schemas) {
	if (base === null) return null;
	return Object.fromEntries(Object.entries(base).map(([field, value]) => {
		const parsed = Object.hasOwn(schemas, field) ? schemas[field]?.safeParse(value) : void 0;
		if (parsed?.success) return [field, parsed.data];
		return [field, typeof value === "string" ? normaliseValue(field, value) : value];
	}));
}
/** The oldest time of a phone that is believed. After a restore, phones send again the ops of the last 30 days. */
var LATE_DAYS = 90;
/**
* The phone's time of a scan or a notice, or the server's where the phone's cannot be true: it is in the future, or too
* long ago. The clock of that phone is wrong, and its scan must not count as the first of all.
*/
function credible(at, now) {
	const time = Date.parse(at);
	const canBeTrue = time <= now && time >= now - LATE_DAYS * 864e5;
	return new Date(canBeTrue ? time : now).toISOString();
}
/** A rejection that depends on `preconditions`. */
function refuse(code, preconditions, fields) {
	return {
		verdict: {
			status: "rejected",
			code,
			...fields ? { fields } : {}
		},
		effects: [],
		preconditions
	};
}
/** The rejection of an op on a marathon that is not there: it was deleted, or never was. */
function refuseMissingMarathon(state, id, preconditions) {
	return refuse(state.gone.has(`marathon:${id}`) ? "GONE" : "NOT_FOUND", preconditions);
}
/** Most unknown fields that a rejection names. */
var MOST_UNKNOWN = 3;
/**
* The rejection of a patch that its schema refuses. The verdict is stored, so it names few of the fields that the
* schema does not know: a client may send many of them, with long names.
*/
function refuseInvalid(error, preconditions) {
	const fields = Object.entries(invalidFrom(error).fields ?? {});
	const unknown = fields.filter(([, wrong]) => wrong === UNKNOWN_FIELD);
	const named = unknown.filter(([name]) => /^\w{1,64}$/.test(name)).slice(0, MOST_UNKNOWN);
	const known = fields.filter(([, wrong]) => wrong !== UNKNOWN_FIELD);
	const rest = named.length < unknown.length ? [["patch", "has fields that are not known"]] : [];
	return refuse("INVALID", preconditions, Object.fromEntries([
		...known,
		...named,
		...rest
	]));
}
/** An acceptance that depends on `preconditions`. */
function accept(effects, preconditions, conflicts) {
	return {
		verdict: {
			status: "applied",
			...conflicts ? { conflicts } : {}
		},
		effects,
		preconditions
	};
}
/**
* The rejection of one more row if the account already has `max` rows of this type; otherwise null, and the limit is
* added to `preconditions`. The error text names the limit.
*/
function refuseAboveLimit(state, { uid }, type, max, preconditions) {
	if ((state.owned.get(uid)?.[type] ?? 0) < max) {
		preconditions.push({
			kind: "owned-at-most",
			type,
			uid,
			count: max - 1
		});
		return null;
	}
	const words = `has ${max} ${type === "marathon" ? "events" : "applications"}, the most that one may have`;
	return refuse("INVALID", [...preconditions, {
		kind: "owned-at-least",
		type,
		uid,
		count: max
	}], { account: words });
}
// contract/text/entry-code.ts
/** Crockford's base32: digits and letters without I, L, O and U. */
var ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
var LETTERS = ALPHABET.slice(10);
/** Characters before the check character. */
var RANDOM_LENGTH = 7;
/**
* Makes the code of an entry: seven random characters and a check character. The first one is a letter, so that no
* spreadsheet takes a code for a number, and no gate takes it for a bib.
*/
function newEntryCode() {
	const [first = 0, ...rest] = crypto.getRandomValues(new Uint8Array(RANDOM_LENGTH));
	const random = charAt(LETTERS, first) + rest.map((byte) => charAt(ALPHABET, byte)).join("");
	return random + ALPHABET.charAt(doubled(checksum(random)));
}
/**
* The weighted sum of the characters in GF(32). Each place has a weight of its own, the last one 1, so that a wrong or
* exchanged character changes the sum.
*/
function checksum(code) {
	return [...code].reduce((sum, letter) => doubled(sum) ^ ALPHABET.indexOf(letter), 0);
}
/** Twice the value in GF(32), with the primitive polynomial x^5 + x^2 + 1. */
function doubled(value) {
	return value << 1 ^ (value & 16 ? 37 : 0);
}
function charAt(characters, random) {
	return characters.charAt(random % characters.length);
}
// ../phone/node_modules/@date-fns/tz/tzOffset/index.js
var offsetFormatCache = {};
var offsetCache = {};
/**
* The function returns UTC offset in minutes for the given date in specified
* time zone.
*
* Unlike `Date.prototype.getTimezoneOffset`, this function returns the value
* mirrored to the sign of the offset in the time zone. For Asia/Singapore
* (UTC+8), `tzOffset` returns `480`, while `getTimezoneOffset` returns `-480`.
*
* It uses `Intl.DateTimeFormat` internally to access otherwise unavailable
* runtime's time zone data, and falls back to basic manual parsing if Intl API
* is not supported (e.g., older Node.js versions, React Native's Hermes, etc.).
*
* @param timeZone - Time zone name (IANA or UTC offset).
* @param date - Date to check the offset for.
*
* @returns UTC offset in minutes (e.g., `480` for date in UTC+8).
*/
function tzOffset(timeZone, date) {
	try {
		const offsetStr = (offsetFormatCache[timeZone] ||= new Intl.DateTimeFormat("en-US", {
			timeZone,
			timeZoneName: "longOffset"
		}).format)(date).split("GMT")[1];
		if (offsetStr in offsetCache) return offsetCache[offsetStr];
		return calcOffset(offsetStr, offsetStr.split(":"));
	} catch {
		if (timeZone in offsetCache) return offsetCache[timeZone];
		const captures = timeZone?.match(offsetRe);
		if (captures) return calcOffset(timeZone, captures.slice(1));
		return NaN;
	}
}
var offsetRe = /([+-]\d\d):?(\d\d)?/;
function calcOffset(cacheStr, values) {
	const hours = +(values[0] || 0);
	const minutes = +(values[1] || 0);
	const seconds = +(values[2] || 0) / 60;
	return offsetCache[cacheStr] = hours * 60 + minutes > 0 ? hours * 60 + minutes + seconds : hours * 60 - minutes - seconds;
}
// contract/time/dates.ts
var MINUTE_MS = 6e4;
/** The calendar day (`yyyy-mm-dd`) of an instant in a time zone. It is none where this runtime does not know the zone. */
function dayIn(timeZone, instant) {
	const date = new Date(instant);
	const wallClock = new Date(date.getTime() + tzOffset(timeZone, date) * MINUTE_MS);
	const pad = (value) => String(value).padStart(2, "0");
	return `${wallClock.getUTCFullYear()}-${pad(wallClock.getUTCMonth() + 1)}-${pad(wallClock.getUTCDate())}`;
}
/** Is `now` (ms since the epoch) before, in or after the registration window? Both ends belong to the window. */
function windowState(marathon, now) {
	if (now < Date.parse(marathon.regStart)) return "before";
	return now <= Date.parse(marathon.regEnd) ? "open" : "after";
}
/**
* May somebody apply at `now` (ms since the epoch)? The window is open and the marathon is not cancelled. A phone may
* hold marathons of an older version, without `cancelled`.
*/
function isRegistrationOpen(marathon, now) {
	return !marathon.cancelled && windowState(marathon, now) === "open";
}
/**
* The start of the 30-day window of the pull. Of marathons that start earlier, only the owner, applicants and helpers
* get changes.
* @param now ms since the epoch
* @returns a canonical instant
*/
function pastMarathonCutoff(now) {
	return (/* @__PURE__ */ new Date(now - 30 * DAY_MS)).toISOString();
}
// worker/db/charge.ts
/** Charges accounts. @param costs ms by uid @param now ms since the epoch */
function charge(costs, now) {
	return sql`INSERT INTO op_budget (uid, spent_until)
    SELECT e.value->>0, ${now} + (e.value->>1) FROM json_each(${JSON.stringify([...costs])}) e WHERE true
    ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + excluded.spent_until - ${now}`;
}
// worker/pull/read-budget.ts
/** A million bytes cost this much time. */
var MB_COST_MS = 4e3;
/**
* An account may be this much ahead: 100 million bytes, which are 50,000 entrants on several phones of an organiser
* at once, or 10,000 events with long texts.
*/
var AHEAD_MS$1 = 100 * MB_COST_MS;
/** A read of at most this many bytes costs nothing. */
var FREE_BYTES = 5e4;
/** Until when this isolate refuses the reads of accounts, ms since the epoch. A full map is cleared. */
var refused = /* @__PURE__ */ new Map();
var MAX_REFUSED = 5e3;
/** The key of an account's reads in the table op_budget. No uid has a colon. */
function readerOf(uid) {
	return `reads:${uid}`;
}
/** The largest time until which reads may be paid off. @param now ms since the epoch */
function latestRead(now) {
	return now + AHEAD_MS$1;
}
/** The read of the budget, for a batch. */
function readUntilStatement(d1, uid) {
	return d1.prepare("SELECT spent_until AS until FROM op_budget WHERE uid = ?").bind(readerOf(uid));
}
/** Reads the result of `readUntilStatement`; null for an account that has read little. */
function readUntilOf(result) {
	return rowsOf(result)[0]?.until ?? null;
}
/** @param readUntil the stored value; null for none @throws Problem RATE_LIMITED with Retry-After */
function assertMayRead(uid, readUntil, now) {
	const wait = (readUntil ?? 0) - latestRead(now);
	if (wait <= 0) return;
	if (refused.size >= MAX_REFUSED) refused.clear();
	refused.set(uid, now + wait);
	const retryAfterSeconds = Math.ceil(wait / 1e3);
	throw new Problem("RATE_LIMITED", `Too much was read by this account. Wait ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
/** Refuses the account where this isolate has done so and the wait is not over, without asking the database. */
function assertNotRefused(uid, now) {
	assertMayRead(uid, latestRead(refused.get(uid) ?? 0), now);
}
/** Charges an account for a read. It runs after the response. @param now ms since the epoch */
async function chargeRead(d1, uid, bytes, now) {
	if (bytes <= FREE_BYTES) return;
	await statement(d1, charge(/* @__PURE__ */ new Map([[readerOf(uid), Math.ceil(bytes / 1e6 * MB_COST_MS)]]), now)).run();
}
// worker/db/schema.ts
var marathon$1 = sqliteTable("marathon", {
	id: text$2("id").primaryKey(),
	ownerUid: text$2("owner_uid").notNull(),
	title: text$2("title").notNull(),
	location: text$2("location").notNull(),
	description: text$2("description").notNull(),
	image: text$2("image").notNull(),
	distance: text$2("distance").notNull(),
	regStart: text$2("reg_start").notNull(),
	regEnd: text$2("reg_end").notNull(),
	startDate: text$2("start_date").notNull(),
	timeZone: text$2("time_zone").notNull(),
	capacity: integer("capacity"),
	name: text$2("name").notNull(),
	email: text$2("email").notNull(),
	createdAt: text$2("created_at").notNull(),
	regCount: integer("reg_count").notNull().default(0),
	ver: integer("ver").notNull(),
	seq: integer("seq").notNull(),
	/**
	* The latest startDate that the marathon ever had. The pull sends a marathon to everybody until some days after
	* this instant. If the owner moves the marathon to an earlier date, the phones that have it still receive the
	* change (docs/decisions/013).
	*/
	shownUntil: text$2("shown_until").notNull(),
	/**
	* 1 after a nightly run found that `shownUntil` is before the 30-day window of the pull. An update of the marathon
	* sets it back to 0. Two indexes start with it, so that a pull from nothing does not read all old marathons.
	*/
	past: integer("past").notNull().default(0),
	/** The number of applications with the status `waiting`. */
	waitingCount: integer("waiting_count").notNull().default(0),
	/** Why the organiser cancelled the marathon; null if it takes place. */
	cancelled: text$2("cancelled"),
	registration: text$2("registration", { enum: ["first-come", "ballot"] }).notNull().default("first-come"),
	/** Most live applications of one account (contract/marathon). */
	perAccount: integer("per_account").notNull().default(10),
	/** The number of applications with the status `entered`. */
	enteredCount: integer("entered_count").notNull().default(0),
	/** The SHA-256 of the seed of a ballot, in hex; null without a ballot. */
	commitment: text$2("commitment"),
	/** The seed of a ballot in hex, from its creation on. It never leaves the server: `seed` does, after the draw. */
	secretSeed: text$2("secret_seed"),
	/** The seed of a ballot that was drawn; null before the draw. */
	seed: text$2("seed")
}, (t) => [
	uniqueIndex("marathon_past_seq").on(t.past, t.seq),
	index("marathon_past_shown").on(t.past, t.shownUntil),
	index("marathon_created").on(t.createdAt, t.id),
	index("marathon_owner_created").on(t.ownerUid, t.createdAt, t.id),
	index("marathon_owner_seq").on(t.ownerUid, t.seq),
	index("marathon_start").on(t.startDate, t.id),
	index("marathon_owner_start").on(t.ownerUid, t.startDate, t.id),
	index("marathon_title_start").on(t.title, t.startDate)
]);
var application$1 = sqliteTable("application", {
	id: text$2("id").primaryKey(),
	marathonId: text$2("marathon_id").notNull(),
	/** The runner's account; null for an entry without one. */
	ownerUid: text$2("owner_uid"),
	/** The owner of the marathon, who sees this row as an entrant. */
	organiserUid: text$2("organiser_uid").notNull(),
	/**
	* The runner's name as it is compared (`personKey`): unique for an account and a marathon. A namesake's has the id
	* behind it. Entries without account may have the same name.
	*/
	personKey: text$2("person_key").notNull(),
	/**
	* The seq of its creation. Notices of before reach the account once, with this seq. Each pull reads it of all own
	* rows, so it stands before the long texts: SQLite walks through their pages to what stands behind them.
	*/
	joinedSeq: integer("joined_seq").notNull().default(0),
	title: text$2("title").notNull(),
	startDate: text$2("start_date").notNull(),
	location: text$2("location").notNull(),
	image: text$2("image").notNull(),
	description: text$2("description").notNull(),
	firstName: text$2("first_name").notNull(),
	lastName: text$2("last_name").notNull(),
	phoneNumber: text$2("phone_number").notNull(),
	additionalInfo: text$2("additional_info").notNull(),
	email: text$2("email").notNull(),
	createdAt: text$2("created_at").notNull(),
	ver: integer("ver").notNull(),
	seq: integer("seq").notNull(),
	/** The time when retention erased the contact data, or null. */
	erasedAt: text$2("erased_at"),
	status: text$2("status", { enum: [
		"registered",
		"waiting",
		"entered"
	] }).notNull().default("registered"),
	/**
	* The order of the waiting list: the seq with which the application joined it. A draw gives its seqs in the drawn
	* order. Null for an application that does not wait.
	*/
	waitingOrder: integer("waiting_order"),
	/** The time when the application came from the waiting list to a place, or null. */
	promotedAt: text$2("promoted_at"),
	/** The runner's number, which the organiser gives, as it is written. */
	bib: text$2("bib"),
	/** The same as it is compared (contract/text/bib). Unique for a marathon. */
	bibKey: text$2("bib_key"),
	/** The number in the order of the draw, from 1; null without a draw. */
	drawOrder: integer("draw_order"),
	/**
	* The entry code, which the gate scans (contract/text/entry-code): unique for a marathon. The erasure of contact data
	* empties it.
	*/
	code: text$2("code").notNull().default("")
}, (t) => [
	uniqueIndex("application_seq").on(t.seq),
	uniqueIndex("application_person").on(t.ownerUid, t.marathonId, t.personKey),
	index("application_owner_seq").on(t.ownerUid, t.seq),
	index("application_owner_created").on(t.ownerUid, t.createdAt, t.id),
	index("application_organiser_seq").on(t.organiserUid, t.seq),
	index("application_marathon_created").on(t.marathonId, t.createdAt, t.id),
	index("application_marathon_seq").on(t.marathonId, t.seq),
	uniqueIndex("application_bib").on(t.marathonId, t.bibKey).where(sql`bib_key IS NOT NULL`),
	uniqueIndex("application_code").on(t.marathonId, t.code).where(sql`code <> ''`),
	index("application_waiting").on(t.marathonId, t.waitingOrder).where(sql`waiting_order IS NOT NULL`),
	index("application_unerased").on(t.marathonId).where(sql`erased_at IS NULL`),
	index("application_unerased_start").on(t.startDate).where(sql`erased_at IS NULL`)
]);
/**
* A check-in: one scan of an application at a gate. Rows are added, voided and confirmed, never merged.
* A check-in leaves with its marathon and with its application: when that is deleted, and when its contact data is
* erased.
*/
var checkIn$1 = sqliteTable("check_in", {
	id: text$2("id").primaryKey(),
	marathonId: text$2("marathon_id").notNull(),
	applicationId: text$2("application_id").notNull(),
	/** The owner of the marathon. */
	organiserUid: text$2("organiser_uid").notNull(),
	/** When it was scanned, by the phone's clock with its offset; the server's time where that cannot be true. */
	at: text$2("at").notNull(),
	gate: text$2("gate").notNull(),
	/** The name of the account that scanned it. */
	by: text$2("by_name").notNull(),
	byUid: text$2("by_uid").notNull(),
	voidedAt: text$2("voided_at"),
	/** The account that vouches for the scan; null if nobody who may check in does. */
	confirmedBy: text$2("confirmed_by"),
	ver: integer("ver").notNull(),
	seq: integer("seq").notNull()
}, (t) => [
	index("check_in_organiser_seq").on(t.organiserUid, t.seq),
	index("check_in_application").on(t.applicationId),
	index("check_in_marathon_seq").on(t.marathonId, t.seq),
	index("check_in_by").on(t.byUid)
]);
/**
* A notice. It is never changed. It leaves with its marathon, and when the contact data of the marathon's entrants is
* erased. One that is about an application leaves with that too. The organiser may delete it; of the server's own, the
* 100 newest stay.
*/
var notice$1 = sqliteTable("notice", {
	id: text$2("id").primaryKey(),
	marathonId: text$2("marathon_id").notNull(),
	/** The owner of the marathon. */
	organiserUid: text$2("organiser_uid").notNull(),
	/** The application that the notice is about; null for a notice to everybody. */
	applicationId: text$2("application_id"),
	/** The only account that may see the notice; null for everybody who has to do with the marathon. */
	toUid: text$2("to_uid"),
	kind: text$2("kind", { enum: [
		"written",
		"start",
		"place",
		"window",
		"cancelled",
		"restored",
		"promoted",
		"drawn"
	] }).notNull(),
	text: text$2("text").notNull(),
	/** 1 for an urgent notice. */
	urgent: integer("urgent").notNull(),
	/** When it was written. */
	at: text$2("at").notNull(),
	/** The name of the organiser who wrote it; '' for a notice of the server. */
	by: text$2("by_name").notNull(),
	/** Always 1. Guards compare it. */
	ver: integer("ver").notNull(),
	seq: integer("seq").notNull(),
	/**
	* What `text` says, in values: JSON of `noticePartsSchema`. '' for a notice of an organiser, one whose kind says
	* all, and one of before this column was there.
	*/
	parts: text$2("parts").notNull().default("")
}, (t) => [
	index("notice_organiser_seq").on(t.organiserUid, t.toUid, t.seq),
	index("notice_marathon_seq").on(t.marathonId, t.toUid, t.seq),
	index("notice_urgent_seq").on(t.seq).where(sql`urgent = 1`),
	index("notice_to_seq").on(t.toUid, t.seq).where(sql`to_uid IS NOT NULL`),
	index("notice_application").on(t.applicationId).where(sql`application_id IS NOT NULL`)
]);
/**
* A deletion. The pull sends it to the accounts that could see the row. After 90 days retention strips it: `type`,
* `id` and `deletedAt` stay, so that the id is never used again; `seq` is null, and the other columns are empty.
*/
var tombstone = sqliteTable("tombstone", {
	type: text$2("type").notNull(),
	id: text$2("id").notNull(),
	/** The account whose row it was; null for an entry without account. */
	ownerUid: text$2("owner_uid"),
	organiserUid: text$2("organiser_uid").notNull().default(""),
	/** The marathon's `shownUntil` when it was deleted; '' for other types. */
	shownUntil: text$2("shown_until").notNull().default(""),
	/**
	* The marathon of an application or a notice, so that the helpers there are told; '' for a marathon and for a
	* notice to one account.
	*/
	marathonId: text$2("marathon_id").notNull().default(""),
	deletedAt: text$2("deleted_at").notNull(),
	seq: integer("seq"),
	/**
	* 1 while applications to the deleted marathon may still have contact data. The nightly run sets 0 when none has.
	* It means nothing for other types.
	*/
	mayHaveContacts: integer("may_have_contacts").notNull().default(1)
}, (t) => [
	primaryKey({ columns: [t.type, t.id] }),
	uniqueIndex("tombstone_seq").on(t.seq),
	index("tombstone_contacts").on(t.deletedAt).where(sql`type = 'marathon' AND may_have_contacts = 1`),
	index("tombstone_deleted").on(t.deletedAt).where(sql`seq IS NOT NULL`),
	index("tombstone_owner").on(t.ownerUid).where(sql`owner_uid IS NOT NULL`)
]);
/**
* An invitation to help at a marathon. The token itself is not stored. The nightly run deletes expired invitations,
* used ones too.
*/
var invitation = sqliteTable("invitation", {
	/** SHA-256 of the token, base64url. */
	tokenHash: text$2("token_hash").primaryKey(),
	marathonId: text$2("marathon_id").notNull(),
	expiresAt: text$2("expires_at").notNull(),
	/** The account that accepted it, or '' if the organiser withdrew it; null while it is open. */
	usedBy: text$2("used_by")
}, (t) => [index("invitation_marathon").on(t.marathonId, t.expiresAt), index("invitation_expires").on(t.expiresAt)]);
/**
* A helper of a marathon: an account that may check people in there. A revoked helper keeps the row for some time, so
* that the pull tells its phones, and so that check-ins which these still had queued reach the organiser.
*/
var helper = sqliteTable("helper", {
	marathonId: text$2("marathon_id").notNull(),
	uid: text$2("uid").notNull(),
	/**
	* The name of this helper in the API, because the account's id is secret. Each acceptance makes a new one.
	*/
	id: text$2("id").notNull(),
	/** The account's name when it accepted. */
	name: text$2("name").notNull(),
	/** When the account accepted the invitation. */
	since: text$2("since").notNull(),
	/** When the organiser removed the helper, or the account was deleted; null before. */
	revokedAt: text$2("revoked_at"),
	/** The seq of the acceptance or of the removal, whichever was last. */
	seq: integer("seq").notNull()
}, (t) => [
	primaryKey({ columns: [t.marathonId, t.uid] }),
	uniqueIndex("helper_seq").on(t.seq),
	index("helper_uid_seq").on(t.uid, t.seq),
	index("helper_revoked").on(t.revokedAt).where(sql`revoked_at IS NOT NULL`)
]);
sqliteTable("draw", {
	marathonId: text$2("marathon_id").notNull(),
	part: integer("part").notNull(),
	/** The number of places that were drawn. */
	places: integer("places").notNull(),
	/** The ids as a JSON array. */
	ids: text$2("ids").notNull()
}, (t) => [primaryKey({ columns: [t.marathonId, t.part] })]);
/** The verdict on every operation. A repeated op returns the stored verdict and has no second effect. */
var opRecord = sqliteTable("op_record", {
	opId: text$2("op_id").primaryKey(),
	uid: text$2("uid").notNull(),
	seq: integer("seq").notNull(),
	type: text$2("type").notNull(),
	targetId: text$2("target_id").notNull(),
	/** The verdict without its opId, as JSON: {status, code?, fields?, conflicts?} (domain/verdict-text). */
	verdict: text$2("verdict").notNull(),
	/** Rows the op changed or removed: 0 or 1. */
	modified: integer("modified").notNull(),
	decidedAt: text$2("decided_at").notNull(),
	/** A short hash of the op (domain/op-content); null in rows that are older than this column. */
	content: text$2("content")
}, (t) => [
	uniqueIndex("op_record_seq").on(t.seq),
	index("op_record_decided").on(t.decidedAt),
	index("op_record_target").on(t.targetId),
	index("op_record_uid").on(t.uid),
	index("op_record_clash").on(t.decidedAt).where(sql`substr(verdict, 1, 32) = '{"status":"applied","conflicts":'`),
	index("op_record_bib_taken").on(t.decidedAt).where(sql`substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",'`),
	index("op_record_people").on(t.targetId).where(sql`(substr(verdict, 1, 32) = '{"status":"applied","conflicts":' OR substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",')`)
]);
/** A phone that gets the pushes of an account (docs/decisions/056). */
var pushSubscription$1 = sqliteTable("push_subscription", {
	/** A random id, and a new one when the endpoint goes to another account. */
	id: text$2("id").primaryKey(),
	/** The address at the push service, which is a secret between us, the phone and that service. */
	endpoint: text$2("endpoint").notNull(),
	uid: text$2("uid").notNull(),
	/** The phone's keys, base64url (RFC 8291). */
	p256dh: text$2("p256dh").notNull(),
	auth: text$2("auth").notNull(),
	/** When the phone last registered it, ms since the epoch. */
	seenAt: integer("seen_at").notNull()
}, (t) => [uniqueIndex("push_subscription_endpoint").on(t.endpoint), index("push_subscription_uid").on(t.uid, t.id)]);
sqliteTable("push_delivery", {
	noticeId: text$2("notice_id").notNull(),
	subscriptionId: text$2("subscription_id").notNull(),
	/** Until then nobody else sends it, ms since the epoch; null when it is finished. */
	heldUntil: integer("held_until"),
	/** When it was first tried, ms since the epoch. */
	at: integer("at").notNull()
}, (t) => [primaryKey({ columns: [t.noticeId, t.subscriptionId] }), index("push_delivery_at").on(t.at)]);
sqliteTable("push_clock", {
	id: integer("id").primaryKey(),
	seq: integer("seq").notNull()
});
/**
* The cost of an account's operations (domain/op-budget). Each operation costs some time; at `spentUntil` (ms since the
* epoch) all of them are paid off.
*/
var opBudget = sqliteTable("op_budget", {
	uid: text$2("uid").primaryKey(),
	spentUntil: integer("spent_until").notNull()
}, (t) => [index("op_budget_spent").on(t.spentUntil)]);
/** Whose sessions were ended, and who was deleted. Other accounts have no row. */
var account$1 = sqliteTable("account", {
	uid: text$2("uid").primaryKey(),
	/**
	* Sessions that were issued in this second or before are over, and so are logins at Firebase. Seconds since the
	* epoch.
	*/
	sessionsAfter: integer("sessions_after").notNull(),
	/** When the account was deleted, seconds since the epoch; null if it was not. Its user may have logged in since. */
	deletedAt: integer("deleted_at"),
	/** The clock's seq at that moment. What later commits made is of a new login, and stays. */
	deletedSeq: integer("deleted_seq"),
	/** `due`: what the account had at `deletedAt` is to be deleted. `done`: it is deleted. Null without a deletion. */
	deletion: text$2("deletion", { enum: ["due", "done"] })
}, (t) => [index("account_due").on(t.uid).where(sql`deletion = 'due'`)]);
sqliteTable("clock", {
	id: integer("id").primaryKey(),
	epoch: text$2("epoch").notNull(),
	seq: integer("seq").notNull(),
	lowWaterMark: integer("floor").notNull()
});
sqliteTable("guard", { ok: integer("ok").notNull() });
// worker/pull/wire.ts
var MAX_PAIRS = 16;
var PUBLIC = [
	"id",
	"image",
	"title",
	"location",
	"regStart",
	"regEnd",
	"startDate",
	"distance",
	"timeZone"
];
var MARATHON$2 = wireColumns(marathon$1, [
	"ownerUid",
	"shownUntil",
	"past",
	"seq",
	"secretSeed"
]);
var APPLICATION$2 = wireColumns(application$1, [
	"ownerUid",
	"organiserUid",
	"personKey",
	"bibKey",
	"seq",
	"erasedAt",
	"joinedSeq"
]);
/** All that a helper gets of an entrant: what is needed to check people in, and no contact data (docs/privacy.md). */
var ENTRANT = [
	"id",
	"marathonId",
	"firstName",
	"lastName",
	"bib",
	"code",
	"status",
	"ver"
];
var CHECK_IN$2 = wireColumns(checkIn$1, [
	"organiserUid",
	"byUid",
	"confirmedBy",
	"seq"
]);
var NOTICE$2 = wireColumns(notice$1, [
	"organiserUid",
	"toUid",
	"parts",
	"urgent",
	"ver",
	"seq"
]);
/** Most bytes in a page of a pull or a list, about. A worker has 128 MB, and D1 serves nobody else while it reads. */
var MAX_PAGE_BYTES = 1e6;
var octets = (...columns) => columns.map((column) => `octet_length(${column})`).join(" + ");
/** SQL for the bytes that a row of `marathon m`, `application a`, `check_in c` or `notice o` takes, about. */
var sizeOf = {
	marathon: sql.raw(`(${octets("m.description", "m.image", "m.location", "m.title")} + 350)`),
	application: sql.raw(`(${octets("a.description", "a.image", "a.location", "a.title", "a.additional_info", "a.first_name", "a.last_name")} + 350)`),
	entrant: sql.raw(`(${octets("a.first_name", "a.last_name")} + 200)`),
	checkIn: sql.raw(`(${octets("c.gate", "c.by_name")} + 300)`),
	notice: sql.raw(`(${octets("o.text", "o.parts")} + 300)`),
	deletion: sql.raw("150")
};
/** SQL for a row of `marathon m`, `application a` or `notice o` as JSON text. */
var jsonOf = {
	publicMarathon: jsonObject(marathon$1, "m", PUBLIC),
	upcomingMarathon: jsonObject(marathon$1, "m", [...PUBLIC, "description"]),
	marathon: jsonObject(marathon$1, "m", MARATHON$2),
	application: jsonObject(application$1, "a", APPLICATION$2),
	syncNotice: sql`rtrim(${jsonObject(notice$1, "o", NOTICE$2)}, '}') || iif(o.urgent, ',"urgent":true', ',"urgent":false')
    || iif(o.parts = '', '', ',"parts":' || o.parts) || '}'`
};
/**
* The account that pulls, as a placeholder of a template, with a plus sign. SQLite 3.54 plans `x = ? ... ORDER BY` anew
* whenever the value is bound, because the plan may depend on it. It does not do so for `x = +?`.
*/
var UID = sql`+${sql.placeholder("uid")}`;
/**
* The fields of the rows of a pull, by kind, for a row of `marathon m`, `application a` or `check_in c`. Only the runner
* and the organiser get an application. Everybody else is a helper, who gets an entrant (INV-19).
*/
var SYNC_FIELDS = {
	marathons: [
		...fieldsOf(marathon$1, "m", MARATHON$2),
		flag("mine", sql`m.owner_uid = ${UID}`),
		flag("helping", sql`EXISTS (SELECT 1 FROM helper h WHERE h.marathon_id = m.id AND h.uid = ${UID} AND h.revoked_at IS NULL)`)
	],
	applications: [...fieldsOf(application$1, "a", APPLICATION$2), flag("mine", sql`a.owner_uid = ${UID}`)],
	entrants: [...fieldsOf(application$1, "a", ENTRANT), flag("mine", sql`false`)],
	checkIns: [...fieldsOf(checkIn$1, "c", CHECK_IN$2), flag("confirmed", sql`c.confirmed_by IS NOT NULL`)]
};
/**
* SQL for the rows of a group by column, as one text: a JSON list for each field, one a line. (In JSON text, a line
* break inside a string is an escape.)
*/
function listsOf(fields) {
	const lists = fields.map(({ value }) => sql`json_group_array(${value})`);
	return sql`format(${sql.raw(`'${fields.map(() => "%s").join("\n")}'`)}, ${sql.join(lists, sql`, `)})`;
}
function fieldsOf(table, alias, names) {
	const columns = getTableColumns(table);
	return names.map((name) => ({
		name: wireName(name),
		value: sql.raw(`${alias}.${columns[name]?.name}`)
	}));
}
function flag(name, isSet) {
	return {
		name,
		value: sql`json(iif(${isSet}, 'true', 'false'))`
	};
}
function wireName(name) {
	return name === "id" ? "_id" : name;
}
/** The columns that the API returns: all except those that only the server needs. */
function wireColumns(table, privateColumns) {
	return Object.keys(getTableColumns(table)).filter((name) => !privateColumns.includes(name));
}
/** SQL for `{"_id":…,"title":…}` of these columns. Too many for one `json_object` become two, joined as text. */
function jsonObject(table, alias, names) {
	const columns = getTableColumns(table);
	const pairs = names.map((name) => `'${wireName(name)}', ${alias}.${columns[name]?.name}`);
	const objects = [];
	for (let from = 0; from < pairs.length; from += MAX_PAIRS) objects.push(`json_object(${pairs.slice(from, from + MAX_PAIRS).join(", ")})`);
	return sql.raw(objects.reduce((head, next) => `rtrim(${head}, '}') || ',' || ltrim(${next}, '{')`));
}
// worker/pull/pull-sources.ts
/**
* Most rows that have one seq in a pull: an application, and the notices that its account may see since it applied.
* A page is not cut between them.
*/
var MOST_TIES = 301;
/**
* The two statements that read a page: the clock (one `ClockRow`), and the changed rows (`PackedRows`).
*
* The second statement merges fifteen sources by seq: public marathons, own marathons, marathons that the account
* applied to or helps at, own applications, entrants of own marathons and of those, check-ins at both, notices at own
* marathons, to the account alone, at those where it helps and where it applied, deletions, and the end of the
* account's help at a marathon. It returns more rows than a page holds, which tells `toPage` that more rows follow.
*
* An account that applies also gets the older notices of the marathon, although its cursor is past them. So a notice
* counts with the seq with which the account applied where that is larger (docs/decisions/055). Such rows share one seq.
* `rank` keeps them in one part, so that no page is cut between them, and the sum of their bytes is one too.
*
* `bytes` is what a row takes. The page ends before it gets too long, so that D1 never builds more than it sends.
*
* An example of the result, for a page of 1,000 rows that is cut:
*
*     kind  part  last  json                                                                entrants
*     m     0     118   ["m-1","m-2"]⏎["Harbour Ten","Night Run"]⏎…⏎[true,false]            null
*     a     0     121   ["a-1"]⏎…⏎[true]                                                    ["a-2"]⏎…⏎[false]
*     d     0     119   {"type":"application","id":"a-7","at":"2027-03-05T06:40:00.000Z"}   null
*     x     20    4711  null                                                                null
*
* The last row is row number 1000, the one past the page, and so of part 20.
* The result is in the order of `part`; the kinds within a part have no order.
* @param cursor the phone's cursor; null for a pull from nothing
* @param rows the most rows of the page: a multiple of `ROWS_A_CELL`, or fewer than that
* @param now ms since the epoch
*/
function pullSources(d1, uid, cursor, rows, now, isLimited) {
	const { epoch, sent, began } = parseCursor(cursor);
	const reader = {
		reader: readerOf(uid),
		mayReadUntil: isLimited ? latestRead(now) : Number.MAX_SAFE_INTEGER
	};
	const values = {
		uid,
		epoch,
		sent,
		least: Math.max(sent, began),
		cutoff: pastMarathonCutoff(now),
		...reader
	};
	return templatesFor(rows).map((template) => template(d1, values));
}
/** The templates by the rows of a page, of which there are at most MAX_PULL_PAGE_ROWS / ROWS_A_CELL + 1. */
var templates = /* @__PURE__ */ new Map();
function templatesFor(rows) {
	const known = templates.get(rows) ?? pullTemplates(rows);
	templates.set(rows, known);
	return known;
}
/** The values of the placeholders are those of `pullSources`. */
function pullTemplates(pageRows) {
	const cutoff = sql.placeholder("cutoff");
	const [epoch, sent, least] = [
		sql.placeholder("epoch"),
		sql.placeholder("sent"),
		sql.placeholder("least")
	];
	const readUntil = sql`coalesce((SELECT spent_until FROM op_budget WHERE uid = +${sql.placeholder("reader")}), 0)`;
	const over = sql`${readUntil} > ${sql.placeholder("mayReadUntil")}`;
	const joined = sql`coalesce((SELECT max(seq) FROM helper WHERE uid = ${UID} AND revoked_at IS NULL), 0)`;
	const valid = sql`(epoch = ${epoch} AND ${sent} <= seq AND ${least} >= max(floor, ${joined}))`;
	const since = sql`(SELECT iif(${over}, ${literal(Number.MAX_SAFE_INTEGER)}, iif(${valid}, ${sent}, 0)) FROM clock)`;
	const limit = literal(pageRows + 1);
	const most = literal(pageRows + 1 + MOST_TIES);
	const rowsACell = literal(Math.min(pageRows, 50));
	const parts = Math.ceil(pageRows / 50);
	const isWhole = sql`(a.owner_uid IS ${UID} OR a.organiser_uid = ${UID})`;
	const walk = (isOf) => sql`SELECT * FROM (
    WITH RECURSIVE walk(id, seq, bytes, total) AS (SELECT '', seq, 0, 0 FROM since
      UNION ALL SELECT a.id, a.seq, ${sizeOf.application}, w.total + ${sizeOf.application}
        FROM walk w CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE ${isOf} AND b.seq > w.seq ORDER BY b.seq LIMIT 1)
        WHERE w.total <= ${literal(MAX_PAGE_BYTES)})
    SELECT 'a' AS kind, id, seq, bytes FROM walk WHERE id <> '' LIMIT ${limit})`;
	const clock = sql`SELECT epoch, seq, NOT ${valid} AS reset, ${readUntil} AS readUntil FROM clock`;
	const rows = sql`
    WITH since(seq) AS MATERIALIZED ${since},
    applied(marathon_id, seq) AS MATERIALIZED (
      SELECT marathon_id, min(joined_seq) FROM application WHERE owner_uid = ${UID} GROUP BY marathon_id),
    seen AS (
      SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'm' AS kind, id, seq, ${sizeOf.marathon} AS bytes FROM marathon m
          WHERE past = 0 AND seq > (SELECT seq FROM since) AND shown_until >= ${cutoff} ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', id, seq, ${sizeOf.marathon} FROM marathon m
          WHERE owner_uid = ${UID} AND seq > (SELECT seq FROM since) ORDER BY seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM applied a CROSS JOIN marathon m ON m.id = a.marathon_id
          WHERE m.seq > (SELECT seq FROM since) ORDER BY m.seq LIMIT ${limit})
        UNION SELECT 'm', m.id, m.seq, ${sizeOf.marathon} FROM helper h JOIN marathon m ON m.id = h.marathon_id
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL AND m.seq > (SELECT seq FROM since))
      UNION SELECT kind, id, seq, bytes FROM (
        ${walk(sql`b.owner_uid = ${UID}`)}
        UNION ${walk(sql`b.organiser_uid = ${UID} AND EXISTS (SELECT 1 FROM marathon WHERE id = b.marathon_id)`)}
        UNION SELECT 'a', a.id, a.seq, iif(${isWhole}, ${sizeOf.application}, ${sizeOf.entrant}) FROM helper h JOIN marathon m ON m.id = h.marathon_id
          CROSS JOIN application a ON a.rowid IN (SELECT e.rowid FROM application e
            WHERE e.marathon_id = h.marathon_id AND e.seq > (SELECT seq FROM since) ORDER BY e.seq LIMIT ${limit})
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL)
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'c' AS kind, c.id, c.seq, ${sizeOf.checkIn} AS bytes FROM check_in c
          WHERE c.organiser_uid = ${UID} AND c.seq > (SELECT seq FROM since) ORDER BY c.seq LIMIT ${limit})
        UNION SELECT 'c', c.id, c.seq, ${sizeOf.checkIn} FROM helper h CROSS JOIN check_in c ON c.rowid IN (SELECT e.rowid FROM check_in e
            WHERE e.marathon_id = h.marathon_id AND e.seq > (SELECT seq FROM since) ORDER BY e.seq LIMIT ${limit})
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL)
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'n' AS kind, o.id, o.seq, ${sizeOf.notice} AS bytes FROM notice o
          WHERE o.organiser_uid = ${UID} AND o.to_uid IS NULL AND o.seq > (SELECT seq FROM since) ORDER BY o.seq LIMIT ${limit})
        UNION SELECT * FROM (SELECT 'n', o.id, o.seq, ${sizeOf.notice} FROM notice o
          WHERE o.to_uid = ${UID} AND o.seq > (SELECT seq FROM since) ORDER BY o.seq LIMIT ${limit})
        UNION SELECT 'n', o.id, o.seq, ${sizeOf.notice} FROM helper h CROSS JOIN notice o ON o.marathon_id = h.marathon_id
          WHERE h.uid = ${UID} AND h.revoked_at IS NULL AND o.to_uid IS NULL AND o.seq > (SELECT seq FROM since)
        UNION SELECT * FROM (SELECT 'n', o.id, max(o.seq, a.seq) AS seq, ${sizeOf.notice} FROM applied a
          CROSS JOIN notice o ON o.marathon_id = a.marathon_id
          WHERE o.to_uid IS NULL AND o.seq > (SELECT iif(a.seq > seq, 0, seq) FROM since) ORDER BY 3 LIMIT ${most}))
      UNION SELECT kind, id, seq, bytes FROM (
        SELECT * FROM (SELECT 'd' || t.type AS kind, t.id, t.seq, ${sizeOf.deletion} AS bytes FROM tombstone t
          WHERE t.seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0
            AND (t.owner_uid = ${UID} OR t.organiser_uid = ${UID}
              OR iif(t.type = 'marathon', t.id, t.marathon_id) IN
                (SELECT marathon_id FROM helper WHERE uid = ${UID} AND revoked_at IS NULL)
              OR (t.type = 'marathon' AND (t.shown_until >= ${cutoff}
                OR t.id IN (SELECT marathon_id FROM applied)))
              OR (t.type = 'notice' AND t.marathon_id IN (SELECT marathon_id FROM applied)))
          ORDER BY t.seq LIMIT ${limit})
        UNION SELECT 'h', marathon_id, seq, ${sizeOf.deletion} FROM helper WHERE uid = ${UID} AND revoked_at IS NOT NULL
          AND seq > (SELECT seq FROM since) AND (SELECT seq FROM since) > 0)
      ORDER BY seq LIMIT ${most}
    ), numbered AS (SELECT kind, id, seq, bytes, (rank() OVER (ORDER BY seq) - 1) / ${rowsACell} AS part,
      sum(bytes) OVER (ORDER BY seq) AS total, min(seq) OVER () AS first FROM seen),
    cells AS (SELECT iif(part < ${literal(parts)} AND (total <= ${literal(MAX_PAGE_BYTES)} OR seq = first), kind, 'x') AS kind,
        part, max(seq) AS last, sum(bytes) AS bytes, json_group_array(id) AS ids
      FROM numbered GROUP BY 1, 2)
    SELECT iif(c.kind = 'h', 'd', substr(c.kind, 1, 1)) AS kind, part, last, bytes, CASE c.kind
      WHEN 'x' THEN NULL
      WHEN 'm' THEN (SELECT ${listsOf(SYNC_FIELDS.marathons)} FROM json_each(c.ids) e CROSS JOIN marathon m ON m.id = e.value)
      WHEN 'a' THEN (SELECT ${listsOf(SYNC_FIELDS.applications)} FROM json_each(c.ids) e
        CROSS JOIN application a ON a.id = e.value WHERE ${isWhole} HAVING count(*) > 0)
      WHEN 'c' THEN (SELECT ${listsOf(SYNC_FIELDS.checkIns)} FROM json_each(c.ids) e CROSS JOIN check_in c ON c.id = e.value)
      WHEN 'n' THEN (SELECT group_concat(${jsonOf.syncNotice}) FROM json_each(c.ids) e CROSS JOIN notice o ON o.id = e.value)
      WHEN 'h' THEN (SELECT group_concat(json_object('type', 'helper', 'id', h.marathon_id, 'at', h.revoked_at))
        FROM json_each(c.ids) e CROSS JOIN helper h ON h.marathon_id = e.value AND h.uid = ${UID})
      ELSE (SELECT group_concat(json_object('type', t.type, 'id', t.id, 'at', t.deleted_at))
        FROM json_each(c.ids) e CROSS JOIN tombstone t ON t.type = substr(c.kind, 2) AND t.id = e.value) END AS json,
      CASE c.kind WHEN 'a' THEN (SELECT ${listsOf(SYNC_FIELDS.entrants)} FROM json_each(c.ids) e
        CROSS JOIN application a ON a.id = e.value WHERE NOT ${isWhole} HAVING count(*) > 0) END AS entrants
    FROM cells c ORDER BY 2`;
	return [templateOf(clock), templateOf(rows)];
}
/** Reads a cursor, whose form the request's schema has checked. Null stands for the start of everything. */
function parseCursor(cursor) {
	if (cursor === null) return {
		epoch: "",
		sent: 0,
		began: 0
	};
	const dot = cursor.lastIndexOf(".");
	const [epoch = "", began] = cursor.slice(0, dot).split("-");
	return {
		epoch,
		sent: Number(cursor.slice(dot + 1)),
		began: Number(began) || 0
	};
}
// worker/ops/account-sql.ts
var END_PUSHES = "DELETE FROM push_subscription WHERE uid = ?";
/** Ends all sessions of an account, and its pushes. */
var END_SESSIONS_SQL = [`INSERT INTO account (uid, sessions_after) VALUES (?, coalesce(?, unixepoch()))
    ON CONFLICT (uid) DO UPDATE SET sessions_after = max(sessions_after, excluded.sessions_after)`, END_PUSHES];
/** Ends all sessions of an account, and its pushes, and says that what it has now is to be deleted. */
var DELETE_ACCOUNT_SQL = [`INSERT INTO account (uid, sessions_after, deleted_at, deleted_seq, deletion)
      SELECT u, t, t, (SELECT seq FROM clock), 'due'
      FROM (SELECT ? AS u, coalesce(?, unixepoch()) AS t) WHERE true
    ON CONFLICT (uid) DO UPDATE SET sessions_after = max(sessions_after, excluded.sessions_after),
      deleted_at = max(coalesce(deleted_at, 0), excluded.deleted_at), deleted_seq = excluded.deleted_seq,
      deletion = 'due'`, END_PUSHES];
// worker/ops/verdict-text.ts
/** The start of a stored verdict with a clash. The index op_record_clash (db/schema) contains the same text. */
var CLASH_PREFIX = "{\"status\":\"applied\",\"conflicts\":";
/** A verdict as op_record stores it: `status` is the first key, and `conflicts`, if there are any, is the second. */
function verdictText({ status, conflicts, ...rest }) {
	return JSON.stringify({
		status,
		...conflicts ? { conflicts } : {},
		...rest
	});
}
var startsWith = (prefix) => sql.raw(`substr(verdict, 1, ${prefix.length}) = '${prefix}'`);
/** SQL: does the stored verdict tell a clash? */
var isClash = startsWith(CLASH_PREFIX);
var WITHOUT_CLASH = verdictText({ status: "applied" });
var WITHOUT_HOLDER = verdictText({
	status: "rejected",
	code: "BIB_TAKEN"
});
/**
* SQL: does the stored verdict name the entrant who has a bib? The index op_record_bib_taken (db/schema) contains the
* same text.
*/
var namesHolder = startsWith(`${WITHOUT_HOLDER.slice(0, -1)},`);
/** SQL: may the stored verdict contain contact data? */
var namesPeople = sql`(${isClash} OR ${namesHolder})`;
/** SQL: a stored verdict that may contain contact data, without it. */
var WITHOUT_CONTACT = sql`iif(${isClash}, ${WITHOUT_CLASH}, ${WITHOUT_HOLDER})`;
// worker/ops/op-budget.ts
/** One operation, or one write on helpers or invitations, costs its account this much time. */
var OP_COST_MS = 1e4;
var AHEAD_MS = 3e3 * OP_COST_MS;
/**
* The longest Retry-After. One request may cost hours, for example 500 edits of marathons with long texts. A phone asks again
* after an hour then, and ignores a stored wait of more than two (web/sync/sync-pass).
*/
var LONGEST_WAIT_S = 3600;
/**
* Refuses a request of an account that is over its budget. The request that takes the account over its budget still
* passes. A request with several commits may be halted between two of them (docs/decisions/036).
* @param spentUntil the stored value, ms since the epoch; null for an account that has no row
* @param now ms since the epoch
* @throws Problem RATE_LIMITED with Retry-After
*/
function assertWithinBudget(spentUntil, now) {
	const wait = (spentUntil ?? 0) - now - AHEAD_MS;
	if (wait <= 0) return;
	throw new Problem("RATE_LIMITED", `Too many changes by this account. Wait ${Math.ceil(wait / 6e4)} min.`, { retryAfterSeconds: Math.min(LONGEST_WAIT_S, Math.ceil(wait / 1e3)) });
}
/** The guard of the budgets: it selects NULL if another request took an account over its budget since the read. */
function overBudget(uids, now) {
	return sql`SELECT NULL FROM op_budget
    WHERE uid IN (SELECT value FROM json_each(${JSON.stringify(uids)})) AND spent_until > ${now + AHEAD_MS}`;
}
/** Bytes that cost as much as an op: of what it stores, or sends to phones. */
var OP_TEXT = 2048;
/** The effects that store what a user wrote at length. */
var WITH_TEXTS = ["put-marathon", "put-application"];
/** People who cost as much as an op: those who may get the push of an urgent notice. */
var PUSHED_PEOPLE = 200;
/**
* What an op costs, in ms.
* - A bib or a check-in is cheap only if it was applied without a clash: the record of any other verdict is larger,
*   and the nightly run keeps it for longer. To take back or confirm an unknown scan is not cheap: a client can do that
*   without end. A bib that the entrant has already is cheap: two phones may give the same bibs.
* - Two phones that assign all bibs offline make thousands of clashes, and the check-ins of the account must not wait
*   for them. So a bib that clashes or is taken costs a tenth of OP_COST_MS, if its verdict has at most a tenth of
*   OP_TEXT.
* - Any other op costs more if it stores much: a verdict with the texts of a clash stays for 90 days, a marathon is sent
*   to the phones of all accounts, and an application to those of the organiser. A short one costs no more.
* - An urgent notice costs more where it concerns people, because each of them may get a push.
* @param marathons the rows as they were read
*/
function costOf({ op, decision: { verdict, effects } }, { marathons: read }) {
	const isPlain = verdict.status === "applied" && !verdict.conflicts;
	const hasEffect = effects.length > 0 || op.type === "application.assignBib";
	if (isPlain && hasEffect && isStaffOp(op.type)) return 100;
	const rows = effects.flatMap((effect) => WITH_TEXTS.includes(effect.kind) && "row" in effect ? [effect.row] : []);
	const text = [verdictText(verdict), ...rows.map((row) => JSON.stringify(row))].map((stored) => new TextEncoder().encode(stored).length).reduce((sum, length) => sum + length, 0);
	const people = effects.map((effect) => {
		const row = effect.kind === "put-notice" && effect.row.urgent ? read.get(effect.row.marathonId) : void 0;
		return row ? row.regCount + row.waitingCount + row.enteredCount : 0;
	});
	if (op.type === "application.assignBib" && (verdict.conflicts || verdict.code === "BIB_TAKEN") && text <= OP_TEXT / 10) return OP_COST_MS / 10;
	const pushes = Math.ceil(people.reduce((sum, count) => sum + count, 0) / PUSHED_PEOPLE);
	return OP_COST_MS * (Math.max(1, Math.ceil(text / OP_TEXT)) + pushes);
}
// worker/ops/written-rows.ts
/** Most UTF-16 code units of a JSON parameter. Each is at most 3 bytes, and D1 accepts 2 MB. */
var MAX_JSON_LENGTH = 6e5;
/**
* The columns come from the table, so that a new column needs no change here, unless it is PERSONAL, fixed or apart.
* The SQL is made once, and not for each request.
*/
function tableWrite({ table, fixed, apart, onUpdate, seqs = [] }) {
	const given = Object.entries(getTableColumns(table)).filter(([property]) => !apart.includes(property));
	const names = given.map(([, { name }]) => name);
	const values = given.map(([property]) => `e.value->>'${property}'`);
	const updated = given.filter(([property]) => !fixed.includes(property)).map(([, { name }]) => `${name} = excluded.${name}`);
	return {
		insert: sql.raw(`INSERT INTO ${getTableName(table)} (${[
			...names,
			...seqs,
			"seq"
		].join(", ")}) SELECT ${values.join(", ")}`),
		seqs: seqs.length + 1,
		update: sql.raw(`ON CONFLICT (id) DO UPDATE SET ${[
			...updated,
			onUpdate,
			"seq = excluded.seq"
		].filter(Boolean).join(", ")}`)
	};
}
var MARATHON$1 = tableWrite({
	table: marathon$1,
	fixed: [
		"id",
		"ownerUid",
		"title",
		"name",
		"email",
		"createdAt"
	],
	apart: [
		"seq",
		"regCount",
		"waitingCount",
		"enteredCount",
		"past"
	],
	onUpdate: "past = 0"
});
/** The texts about the runner that an update can set. The nightly run erases them, `email` and `code`. */
var PERSONAL = [
	"first_name",
	"last_name",
	"phone_number",
	"additional_info",
	"location",
	"description",
	"image"
];
var APPLICATION$1 = tableWrite({
	table: application$1,
	fixed: [
		"id",
		"marathonId",
		"ownerUid",
		"organiserUid",
		"title",
		"startDate",
		"email",
		"createdAt",
		"status"
	],
	apart: [
		"seq",
		"joinedSeq",
		"erasedAt",
		"waitingOrder",
		"promotedAt",
		"drawOrder"
	],
	seqs: ["joined_seq"],
	onUpdate: `erased_at = iif(${PERSONAL.map((name) => `excluded.${name} = ''`).join(" AND ")}, erased_at, NULL)`
});
var CHECK_IN$1 = tableWrite({
	table: checkIn$1,
	fixed: [
		"id",
		"marathonId",
		"applicationId",
		"organiserUid",
		"at",
		"gate",
		"by",
		"byUid"
	],
	apart: ["seq"],
	onUpdate: ""
});
var NOTICE$1 = tableWrite({
	table: notice$1,
	fixed: [
		"id",
		"marathonId",
		"organiserUid",
		"applicationId",
		"toUid",
		"kind",
		"text",
		"parts",
		"urgent",
		"at",
		"by",
		"ver"
	],
	apart: ["seq"],
	onUpdate: ""
});
/**
* SQL that inserts rows, or updates the rows that exist.
* @param list the rows as `json_each(…) e`
* @param seqOf SQL for the seq of a row in `list`
*/
function put({ insert, update, seqs }, list, seqOf) {
	const values = sql.join(Array(seqs).fill(seqOf), sql`, `);
	return sql`${insert}, ${values} FROM ${list} WHERE true ${update}`;
}
/**
* The rows as JSON arrays: one array if it is short enough. D1 refuses a parameter above 2 MB, and 500 short edits of
* marathons with long descriptions are larger.
*/
function jsonParameters(rows) {
	const parameters = [];
	let part = [];
	let length = 0;
	for (const row of rows) {
		const json = JSON.stringify(row);
		if (part.length > 0 && length + json.length > MAX_JSON_LENGTH) {
			parameters.push(`[${part.join(",")}]`);
			part = [];
			length = 0;
		}
		part.push(json);
		length += json.length;
	}
	if (part.length > 0) parameters.push(`[${part.join(",")}]`);
	return parameters;
}
/**
* SQL for a tombstone of a notice whose id has one already. The id of a notice of the server follows from the op, so
* somebody can have written and deleted a notice with that id before.
*/
var replaceTombstone = sql`ON CONFLICT (type, id) DO UPDATE SET owner_uid = excluded.owner_uid,
  organiser_uid = excluded.organiser_uid, marathon_id = excluded.marathon_id, deleted_at = excluded.deleted_at,
  seq = excluded.seq`;
// worker/ops/write-guards.ts
/**
* The guards of a batch: statements that abort it if a precondition does not hold any more. They are joined because
* each statement costs time in D1.
*/
function guards(request) {
	const broken = brokenPreconditions(request);
	const statements = [];
	for (let from = 0; from < broken.length; from += 5) {
		const terms = broken.slice(from, from + 5);
		statements.push(guard(sql.join(terms, sql` UNION ALL `)));
	}
	return statements;
}
/** Aborts the batch if the query selects a row: its only column is NULL, and the table `guard` forbids that. */
function guard(broken) {
	return sql`INSERT INTO guard (ok) ${broken}`;
}
/**
* Selects NULL for each session that was ended, or whose account was deleted, since it was checked. A session that is
* not younger than the end of the account's sessions was ended.
*/
function endedSince(actors) {
	const sessions = actors.flatMap(({ uid, issuedAt }) => issuedAt === void 0 ? [] : [[uid, issuedAt]]);
	const [only] = sessions;
	if (only && sessions.length === 1) return sql`SELECT NULL FROM account WHERE uid = ${only[0]} AND sessions_after >= ${only[1]}`;
	return sql`SELECT NULL FROM json_each(${JSON.stringify(sessions)}) e CROSS JOIN account a ON a.uid = e.value->>0
    WHERE a.sessions_after >= e.value->>1`;
}
/**
* Did a guard abort the batch? A guard inserts NULL into a NOT NULL column. A unique index acts as a guard too: it
* aborts the insert of a row that exists by now. D1's errors have no code, so this function reads their text.
*/
function isGuardFailure(error) {
	for (let cause = error; cause instanceof Error; cause = cause.cause) if (/constraint failed/i.test(cause.message)) return true;
	return false;
}
/** SELECTs that return NULL for each precondition that does not hold any more. */
function brokenPreconditions({ decided, actors, before, now, isLimited }) {
	const preconditions = decided.flatMap(({ decision }) => decision.preconditions);
	const selects = isLimited ? [overBudget([...new Set(decided.map(({ uid }) => uid))], now)] : [];
	selects.push(endedSince(actors));
	for (const [type, table, rows] of [
		[
			"marathon",
			"marathon",
			before.marathons
		],
		[
			"application",
			"application",
			before.applications
		],
		[
			"checkIn",
			"check_in",
			before.checkIns
		],
		[
			"notice",
			"notice",
			before.notices
		]
	]) {
		const ids = new Set(preconditions.flatMap((precondition) => precondition.kind === type ? [precondition.id] : []));
		if (ids.size === 0) continue;
		const expected = [...ids].map((id) => ({
			id,
			ver: rows.get(id)?.ver ?? 0,
			gone: before.gone.has(`${type}:${id}`) ? 1 : 0
		}));
		selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(expected)}) e
      LEFT JOIN ${sql.raw(table)} r ON r.id = e.value->>'id'
      LEFT JOIN tombstone t ON t.type = ${sql.raw(`'${type}'`)} AND t.id = e.value->>'id'
      WHERE coalesce(r.ver, 0) <> e.value->>'ver' OR (t.id IS NOT NULL) <> (e.value->>'gone')`);
	}
	const bounds = countBounds(decided, before);
	if (bounds.length > 0) selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(bounds)}) e
      JOIN marathon r ON r.id = e.value->>'id'
      WHERE CASE e.value->>'of' WHEN 'regCount' THEN r.reg_count WHEN 'enteredCount' THEN r.entered_count
        ELSE r.waiting_count END
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`);
	const written = writtenBounds(decided);
	if (written.length > 0) selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(written)}) e
      WHERE (SELECT count(*) FROM notice WHERE marathon_id = e.value->>'marathonId' AND kind = 'written')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`);
	const applied = appliedBounds(decided);
	if (applied.length > 0) selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(applied)}) e
      WHERE (SELECT count(*) FROM application WHERE marathon_id = e.value->>'marathonId' AND owner_uid = e.value->>'uid')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`);
	for (const type of ["marathon", "application"]) {
		const owned = ownedBounds(decided, type);
		if (owned.length === 0) continue;
		selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(owned)}) e
      WHERE (SELECT count(*) FROM ${sql.raw(type)} WHERE owner_uid = e.value->>'uid')
        NOT BETWEEN e.value->>'min' AND e.value->>'max'`);
	}
	const helped = helperSlots(preconditions, before);
	if (helped.length > 0) selects.push(sql`SELECT NULL FROM json_each(${JSON.stringify(helped)}) e
      LEFT JOIN helper r ON r.marathon_id = e.value->>'marathonId' AND r.uid = e.value->>'uid'
      WHERE coalesce(r.seq, 0) <> e.value->>'seq'`);
	for (const slots of jsonParameters(personSlots(preconditions, before))) selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.owner_uid = e.value->>'uid'
        AND r.person_key = e.value->>'person'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`);
	for (const slots of jsonParameters(bibSlots(preconditions, before))) selects.push(sql`SELECT NULL FROM json_each(${slots}) e
      LEFT JOIN application r ON r.marathon_id = e.value->>'marathonId' AND r.bib_key = e.value->>'key'
      WHERE coalesce(r.id, '') <> e.value->>'holder'`);
	return selects;
}
/** What each account is as a helper, as it was read. Each acceptance and each removal gives the row a new seq. */
function helperSlots(preconditions, before) {
	const slots = /* @__PURE__ */ new Map();
	for (const precondition of preconditions) {
		if (precondition.kind !== "helper") continue;
		const { marathonId, uid } = precondition;
		const slot = accountSlot(marathonId, uid);
		slots.set(slot, {
			marathonId,
			uid,
			seq: before.helping.get(slot)?.seq ?? 0
		});
	}
	return [...slots.values()];
}
/**
* The application in each person's slot as it was read; '' for an empty slot. A slot that is not empty holds the row
* that the op changes, or one that an earlier op of this batch deletes or renames.
*/
function personSlots(preconditions, before) {
	const slots = /* @__PURE__ */ new Map();
	for (const precondition of preconditions) {
		if (precondition.kind !== "no-person") continue;
		const { marathonId, uid, person } = precondition;
		const slot = personSlot(marathonId, uid, person);
		slots.set(slot, {
			marathonId,
			uid,
			person,
			holder: before.people.get(slot) ?? ""
		});
	}
	return [...slots.values()];
}
/** The application that had each bib as it was read; '' for a free one. */
function bibSlots(preconditions, before) {
	const slots = /* @__PURE__ */ new Map();
	for (const precondition of preconditions) {
		if (precondition.kind !== "no-bib") continue;
		const { marathonId, key } = precondition;
		const slot = bibSlot(marathonId, key);
		slots.set(slot, {
			marathonId,
			key,
			holder: before.bibs.get(slot) ?? ""
		});
	}
	return [...slots.values()];
}
/** What counts may be before a batch, so that every count that a verdict saw was within its bounds. */
var Bounds = class {
	#bounds = /* @__PURE__ */ new Map();
	#added = /* @__PURE__ */ new Map();
	/** A verdict rests on a count of at least, or at most, this. @param kind of the precondition */
	need(key, of, { kind, count }) {
		const bound = this.#bounds.get(key) ?? {
			...of,
			min: 0,
			max: Number.MAX_SAFE_INTEGER
		};
		const before = count - (this.#added.get(key) ?? 0);
		if (kind.endsWith("-at-least")) bound.min = Math.max(bound.min, before);
		else bound.max = Math.min(bound.max, before);
		this.#bounds.set(key, bound);
	}
	/** An op of the batch changes the count for those after it. */
	add(key, by) {
		this.#added.set(key, (this.#added.get(key) ?? 0) + by);
	}
	all() {
		return [...this.#bounds.values()];
	}
};
/**
* The number of own rows of a type that each account may have before the batch. Only accounts with such a precondition
* are returned: those that create a row of this type.
*/
function ownedBounds(decided, type) {
	const bounds = new Bounds();
	for (const { uid, op, decision } of decided) {
		for (const precondition of decision.preconditions) {
			if (precondition.kind !== "owned-at-least" && precondition.kind !== "owned-at-most") continue;
			if (precondition.type === type) bounds.need(uid, { uid }, precondition);
		}
		for (const { kind } of decision.effects) {
			if (kind === `put-${type}` && op.type === `${type}.create`) bounds.add(uid, 1);
			if (kind === `delete-${type}`) bounds.add(uid, -1);
		}
	}
	return bounds.all();
}
/** The number of applications that each account may have at each marathon before the batch. */
function appliedBounds(decided) {
	const bounds = new Bounds();
	for (const { op, decision } of decided) {
		for (const precondition of decision.preconditions) {
			if (precondition.kind !== "applied-at-least" && precondition.kind !== "applied-at-most") continue;
			const { marathonId, uid } = precondition;
			bounds.need(accountSlot(marathonId, uid), {
				marathonId,
				uid
			}, precondition);
		}
		for (const effect of decision.effects) {
			const isNew = effect.kind === "put-application" && op.type === "application.create";
			if (!isNew && effect.kind !== "delete-application" || effect.row.ownerUid === null) continue;
			bounds.add(accountSlot(effect.row.marathonId, effect.row.ownerUid), isNew ? 1 : -1);
		}
	}
	return bounds.all();
}
/** The number of written notices that each marathon may have before the batch. */
function writtenBounds(decided) {
	const bounds = new Bounds();
	for (const { decision } of decided) {
		for (const precondition of decision.preconditions) {
			if (precondition.kind !== "written-at-least" && precondition.kind !== "written-at-most") continue;
			const { marathonId } = precondition;
			bounds.need(marathonId, { marathonId }, precondition);
		}
		for (const effect of decision.effects) {
			if (effect.kind !== "put-notice" && effect.kind !== "delete-notice") continue;
			const { kind, marathonId } = effect.row;
			if (kind === "written") bounds.add(marathonId, effect.kind === "put-notice" ? 1 : -1);
		}
	}
	return bounds.all();
}
/**
* The value that each count of a marathon may have before the batch, so that every verdict on its places is correct. A
* guard on the exact count would fail for 299 of 300 runners who apply at once.
*/
function countBounds(decided, before) {
	const bounds = new Bounds();
	const key = (marathonId, of) => `${of}:${marathonId}`;
	for (const { decision } of decided) {
		for (const precondition of decision.preconditions) {
			if (precondition.kind !== "count-at-least" && precondition.kind !== "count-at-most") continue;
			const { marathonId, of } = precondition;
			if (before.marathons.has(marathonId)) bounds.need(key(marathonId, of), {
				id: marathonId,
				of
			}, precondition);
		}
		for (const effect of decision.effects) {
			if (effect.kind !== "count") continue;
			bounds.add(key(effect.marathonId, "regCount"), effect.registered);
			bounds.add(key(effect.marathonId, "waitingCount"), effect.waiting);
			bounds.add(key(effect.marathonId, "enteredCount"), effect.entered);
		}
	}
	return bounds.all();
}
// worker/ops/account.ts
/** Ends all sessions of an account, and its pushes. @param now ms since the epoch */
async function endSessions(d1, uid, now) {
	await runOn(d1, END_SESSIONS_SQL, uid, now);
}
/**
* Records that an account is to be deleted, and ends its sessions and pushes. `deleteDueAccounts` does the rest. A call
* of a login from before the recorded deletion changes nothing, because it is a repetition.
* @param authTime when the user last proved at Firebase who they are, seconds since the epoch
* @param timeSource returns the server's time, ms since the epoch
* @throws Problem UNAUTHENTICATED if the account has logged out everywhere since
*/
async function requestDeletion(d1, uid, authTime, timeSource) {
	const end = await sessionsEnd(d1, uid);
	if (end && wasDeleted(authTime, end)) return;
	assertNotEnded(authTime, end);
	const isFirst = statement(d1, guard(endedSince([{
		uid,
		issuedAt: authTime
	}])));
	try {
		await runOn(d1, DELETE_ACCOUNT_SQL, uid, timeSource(), [isFirst]);
	} catch (error) {
		if (isGuardFailure(error)) return requestDeletion(d1, uid, authTime, timeSource);
		throw error;
	}
}
async function runOn(d1, [end, endPushes], uid, now, guards = []) {
	await d1.batch([
		...guards,
		d1.prepare(end).bind(uid, Math.floor(now / 1e3)),
		d1.prepare(endPushes).bind(uid)
	]);
}
/** When the sessions of an account were ended; null if never. */
async function sessionsEnd(d1, uid) {
	return readEnd(await sessionsEndStatement(d1, uid).all());
}
/** The read of `sessionsEnd`, for a batch. */
function sessionsEndStatement(d1, uid) {
	return d1.prepare("SELECT sessions_after AS after, deleted_at AS deletedAt FROM account WHERE uid = ?").bind(uid);
}
/** Reads the result of `sessionsEndStatement`; null if the sessions were never ended. */
function readEnd(result) {
	return rowsOf(result)[0] ?? null;
}
/**
* @param issuedAt when the session was issued, seconds since the epoch
* @throws Problem UNAUTHENTICATED if the session was ended
*/
function assertNotEnded(issuedAt, end) {
	if (end === null || issuedAt > end.after) return;
	throw wasDeleted(issuedAt, end) ? deletedAccount() : endedSession();
}
/** Was the account deleted after this session, or this login at Firebase, began? */
function wasDeleted(issuedAt, { deletedAt }) {
	return deletedAt !== null && issuedAt <= deletedAt;
}
// worker/ops/decide/ballot.ts
var SEED_BYTES = 32;
/** A new secret seed: 32 random bytes in hex. */
function newSeed() {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES))).toString("hex");
}
/** What is told of a seed before the draw: the SHA-256 of its 32 bytes, in hex. */
function commitmentOf(seed) {
	return createHash("sha256").update(Buffer.from(seed, "hex")).digest("hex");
}
/**
* The applications in the drawn order: ascending by the SHA-256 of the seed's 32 bytes, followed by the UTF-8 bytes of
* the id.
* @param seed in hex
*/
function drawnOrder(seed, ids) {
	const bytes = Buffer.from(seed, "hex");
	return ids.map((id) => ({
		id,
		hash: createHash("sha256").update(bytes).update(id, "utf8").digest("hex")
	})).sort((a, b) => a.hash < b.hash ? -1 : 1).map(({ id }) => id);
}
// contract/text/sha-256.ts
var PRIMES = primes(64);
/** The first 32 bits behind the point of the roots of the first primes. */
var fraction = (root) => Math.floor(root % 1 * 2 ** 32);
var ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
var START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
/** The 32 bytes of the SHA-256 of a text in UTF-8. */
function sha256(text) {
	const bytes = new TextEncoder().encode(text);
	const blocks = Math.ceil((bytes.length + 9) / 64);
	const padded = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(64 * blocks));
	for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte);
	padded.setUint8(bytes.length, 128);
	padded.setUint32(64 * blocks - 4, bytes.length * 8);
	const hash = Uint32Array.from(START);
	for (let block = 0; block < blocks; block += 1) addBlock(hash, padded, 64 * block);
	const result = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(32));
	for (const [at, word] of hash.entries()) result.setUint32(4 * at, word);
	return new Uint8Array(result.buffer);
}
function addBlock(hash, padded, from) {
	const words = /* @__PURE__ */ new Uint32Array(64);
	const word = (at) => words[at] ?? 0;
	for (let at = 0; at < 64; at += 1) if (at < 16) words[at] = padded.getUint32(from + 4 * at);
	else {
		const [near, far] = [word(at - 2), word(at - 15)];
		const mixedNear = turned(near, 17) ^ turned(near, 19) ^ near >>> 10;
		const mixedFar = turned(far, 7) ^ turned(far, 18) ^ far >>> 3;
		words[at] = word(at - 16) + mixedFar + word(at - 7) + mixedNear;
	}
	let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
	for (let at = 0; at < 64; at += 1) {
		const chosen = e & f ^ ~e & g;
		const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUND[at] ?? 0) + word(at) | 0;
		const most = a & b ^ a & c ^ b & c;
		const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most | 0;
		[h, g, f, e, d, c, b, a] = [
			g,
			f,
			e,
			d + first | 0,
			c,
			b,
			a,
			first + second | 0
		];
	}
	for (const [at, value] of [
		a,
		b,
		c,
		d,
		e,
		f,
		g,
		h
	].entries()) hash[at] = (hash[at] ?? 0) + value;
}
function turned(value, by) {
	return value >>> by | value << 32 - by;
}
function primes(count) {
	const found = [];
	for (let next = 2; found.length < count; next += 1) if (found.every((prime) => next % prime > 0)) found.push(next);
	return found;
}
// contract/text/owned-id.ts
/** A UUID, a dash, and 66 bits of the hash in base64url. */
var OWNED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([A-Za-z0-9_-]{11})$/;
var TAG_LENGTH = 11;
/** The id of an account's row. @param random a new UUID */
function ownedId(random, uid) {
	return `${random}-${tagOf(random, uid)}`;
}
/**
* May the account make a row with this id? An id without a tag is bound to nobody: other clients make ids of other
* forms.
*/
function mayMake(id, uid) {
	const [, random = "", tag] = OWNED.exec(id) ?? [];
	return tag === void 0 || tag === tagOf(random, uid);
}
function tagOf(random, uid) {
	const hash = String.fromCharCode(...sha256(`${random}\n${uid}`));
	return btoa(hash).replaceAll("+", "-").replaceAll("/", "_").slice(0, TAG_LENGTH);
}
// contract/text/text.ts
/** Optional text of at most `max` characters (`lengthOf`), with line feeds. '' means no text. */
function text$1(max) {
	return cleaned(normaliseText, max);
}
/** The same in one line. */
function line(max) {
	return cleaned(normaliseLine, max);
}
function cleaned(clean, max) {
	const tooLong = atMostCharacters(max);
	return (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ refine((value) => !isFarTooLong(value, max), tooLong), /* @__PURE__ */ _overwrite(clean), /* @__PURE__ */ _maxLength(max, tooLong));
}
/** The least length is for the OpenAPI document. */
function seen() {
	return [/* @__PURE__ */ _minLength(1, REQUIRED), /* @__PURE__ */ refine(isSeen, REQUIRED)];
}
/** Text in which there must be something that one can see. */
function requiredText(max) {
	return text$1(max).check(...seen());
}
/** The same in one line. */
function requiredLine(max) {
	return line(max).check(...seen());
}
/** A phone number, as people paste it. */
var phoneNumber = cleaned(normalisePhone, MAX_LENGTH.phone).check(...seen(), /* @__PURE__ */ refine(isPhoneNumber, notAPhoneNumber(5)));
/** Is this a picture's address that a page may load? It must be https, or http on loopback. */
function isPictureUrl(value) {
	let url;
	try {
		url = new URL(value);
	} catch {
		return false;
	}
	if (url.username || url.password) return false;
	if (url.protocol === "https:") return true;
	return url.protocol === "http:" && [
		"localhost",
		"127.0.0.1",
		"[::1]"
	].includes(url.hostname);
}
/** A picture's address, or '' for none. */
var pictureUrl = line(MAX_LENGTH.url).check(/* @__PURE__ */ refine((value) => value === "" || isPictureUrl(value), NOT_A_PICTURE_URL));
/** Does the value have at least five digits, and only digits, spaces and + ( ) . / -? */
function isPhoneNumber(value) {
	return /^[\d\s+()./-]*$/.test(value) && value.replace(/\D/g, "").length >= 5;
}
/**
* Does the value look like an email address? This does not check whether mail arrives. Characters that would add more
* to a `mailto:` link than the address (`rosa@example.com?bcc=…`) are not allowed.
*/
function isEmail(value) {
	return /^[^\s@?&=#%,;:<>()[\]\\"/|]+@[^\s@.?&=#%,;:<>()[\]\\"/|]+(\.[^\s@.?&=#%,;:<>()[\]\\"/|]+)+$/.test(value);
}
/** The id of a row or an operation. The client makes it, so that a repeated create makes one row only. */
var idSchema = (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _regex(ID_PATTERN, NOT_AN_ID));
// ../phone/node_modules/@date-fns/tz/tzName/index.js
/**
* Time zone name format.
*/
/**
* The function returns the time zone name for the given date in the specified
* time zone.
*
* It uses the `Intl.DateTimeFormat` API and by default outputs the time zone
* name in a long format, e.g. "Pacific Standard Time" or
* "Singapore Standard Time".
*
* It is possible to specify the format as the third argument using one of the following options
*
* - "short": e.g. "EDT" or "GMT+8".
* - "long": e.g. "Eastern Daylight Time".
* - "shortGeneric": e.g. "ET" or "Singapore Time".
* - "longGeneric": e.g. "Eastern Time" or "Singapore Standard Time".
*
* These options correspond to TR35 tokens `z..zzz`, `zzzz`, `v`, and `vvvv` respectively: https://www.unicode.org/reports/tr35/tr35-dates.html#dfst-zone
*
* @param timeZone - Time zone name (IANA or UTC offset)
* @param date - Date object to get the time zone name for
* @param format - Optional format of the time zone name. Defaults to "long". Can be "short", "long", "shortGeneric", or "longGeneric".
*
* @returns Time zone name (e.g. "Singapore Standard Time")
*/
function tzName(timeZone, date, format = "long") {
	return new Intl.DateTimeFormat("en-US", {
		hour: "numeric",
		timeZone,
		timeZoneName: format
	}).format(date).split(/\s/g).slice(2).join(" ");
}
// ../phone/node_modules/@date-fns/tz/date/mini.js
var TZDateMini = class TZDateMini extends Date {
	constructor(...args) {
		super();
		if (args.length > 1 && typeof args[args.length - 1] === "string") this.timeZone = args.pop();
		this.internal = /* @__PURE__ */ new Date();
		if (isNaN(tzOffset(this.timeZone, this))) this.setTime(NaN);
		else if (!args.length) this.setTime(Date.now());
		else if (typeof args[0] === "number" && (args.length === 1 || args.length === 2 && typeof args[1] !== "number")) this.setTime(args[0]);
		else if (typeof args[0] === "string") this.setTime(+new Date(args[0]));
		else if (args[0] instanceof Date) this.setTime(+args[0]);
		else {
			this.setTime(+new Date(...args));
			adjustToSystemTZ(this, args);
		}
	}
	static tz(tz, ...args) {
		return args.length ? new TZDateMini(...args, tz) : new TZDateMini(Date.now(), tz);
	}
	withTimeZone(timeZone) {
		return new TZDateMini(+this, timeZone);
	}
	getTimezoneOffset() {
		const offset = -tzOffset(this.timeZone, this);
		return offset > 0 ? Math.floor(offset) : Math.ceil(offset);
	}
	setTime(_time) {
		Date.prototype.setTime.apply(this, arguments);
		syncToInternal(this);
		return +this;
	}
	[Symbol.for("constructDateFrom")](date) {
		return new TZDateMini(+new Date(date), this.timeZone);
	}
};
var re = /^(get|set)(?!UTC)/;
Object.getOwnPropertyNames(Date.prototype).forEach((method) => {
	if (!re.test(method)) return;
	const utcMethod = method.replace(re, "$1UTC");
	if (!TZDateMini.prototype[utcMethod]) return;
	if (method.startsWith("get")) TZDateMini.prototype[method] = function() {
		return this.internal[utcMethod]();
	};
	else {
		TZDateMini.prototype[method] = function() {
			Date.prototype[utcMethod].apply(this.internal, arguments);
			syncFromInternal(this);
			return +this;
		};
		TZDateMini.prototype[utcMethod] = function() {
			Date.prototype[utcMethod].apply(this, arguments);
			syncToInternal(this);
			return +this;
		};
	}
});
/**
* @internal
* Function syncs time to internal date, applying the current time zone offset.
*
* @param {Date} date - `Date` to sync
*/
function syncToInternal(date) {
	date.internal.setTime(+date);
	date.internal.setUTCSeconds(date.internal.getUTCSeconds() - Math.round(-tzOffset(date.timeZone, date) * 60));
}
/**
* @internal
* Function syncs internal wall-clock fields into the external date.
*
* @param {Date} date - The date to sync
*/
function syncFromInternal(date) {
	Date.prototype.setFullYear.call(date, date.internal.getUTCFullYear(), date.internal.getUTCMonth(), date.internal.getUTCDate());
	Date.prototype.setHours.call(date, date.internal.getUTCHours(), date.internal.getUTCMinutes(), date.internal.getUTCSeconds(), date.internal.getUTCMilliseconds());
	adjustToSystemTZ(date);
}
/**
* @internal
* Function adjusts the date to the system time zone. It uses the time zone
* differences to calculate the offset and adjust the date.
*
* We use it when constructing `TZDate` and syncing the external date from
* the internal one.
*
* @param {TZDate} date - `TZDate` to adjust.
*/
function adjustToSystemTZ(date, constructorArgs) {
	const expectedInternalTime = Array.isArray(constructorArgs) ? constructorArgsToInternalTime(constructorArgs) : +date.internal;
	const offsetWithSeconds = tzOffset(date.timeZone, date);
	const offset = offsetWithSeconds > 0 ? Math.floor(offsetWithSeconds) : Math.ceil(offsetWithSeconds);
	const prevHour = /* @__PURE__ */ new Date(+date);
	prevHour.setUTCHours(prevHour.getUTCHours() - 1);
	const systemOffset = -(/* @__PURE__ */ new Date(+date)).getTimezoneOffset();
	const prevHourSystemOffset = -(/* @__PURE__ */ new Date(+prevHour)).getTimezoneOffset();
	const systemDSTChange = systemOffset - prevHourSystemOffset;
	let systemOffsetForDiff = systemOffset;
	if (systemDSTChange && systemOffset !== offset) {
		if (Date.prototype.getHours.apply(date) !== (Array.isArray(constructorArgs) ? constructorArgs[3] || 0 : date.internal.getUTCHours())) {
			const testDate = /* @__PURE__ */ new Date(+date);
			const testOffsetDiff = systemOffset - offset;
			if (testOffsetDiff) testDate.setUTCMinutes(testDate.getUTCMinutes() + testOffsetDiff);
			const testOffsetWithSeconds = tzOffset(date.timeZone, testDate);
			if ((testOffsetWithSeconds > 0 ? Math.floor(testOffsetWithSeconds) : Math.ceil(testOffsetWithSeconds)) === offset) systemOffsetForDiff = prevHourSystemOffset;
		}
	}
	const offsetDiff = systemOffsetForDiff - offset;
	if (offsetDiff) Date.prototype.setUTCMinutes.call(date, Date.prototype.getUTCMinutes.call(date) + offsetDiff);
	const systemDate = /* @__PURE__ */ new Date(+date);
	systemDate.setUTCSeconds(0);
	const systemSecondsOffset = systemOffset > 0 ? systemDate.getSeconds() : (systemDate.getSeconds() - 60) % 60;
	const secondsOffset = Math.round(-(tzOffset(date.timeZone, date) * 60)) % 60;
	if (secondsOffset || systemSecondsOffset) Date.prototype.setUTCSeconds.call(date, Date.prototype.getUTCSeconds.call(date) + secondsOffset + systemSecondsOffset);
	const postOffsetWithSeconds = tzOffset(date.timeZone, date);
	const postOffset = postOffsetWithSeconds > 0 ? Math.floor(postOffsetWithSeconds) : Math.ceil(postOffsetWithSeconds);
	const postOffsetDiff = -(/* @__PURE__ */ new Date(+date)).getTimezoneOffset() - postOffset;
	const offsetChanged = postOffset !== offset;
	const postDiff = postOffsetDiff - offsetDiff;
	const targetDSTShift = postOffset - offset;
	const postOffsetCandidate = expectedInternalTime - postOffset * 60 * 1e3;
	const normalizedTargetDSTGap = targetDSTShift > 0 && targetInternalTime(date) - expectedInternalTime === targetDSTShift * 60 * 1e3 && targetInternalTime(date, postOffsetCandidate) !== expectedInternalTime;
	if (offsetChanged && postDiff && !normalizedTargetDSTGap) {
		Date.prototype.setUTCMinutes.call(date, Date.prototype.getUTCMinutes.call(date) + postDiff);
		const newOffsetWithSeconds = tzOffset(date.timeZone, date);
		const offsetChange = postOffset - (newOffsetWithSeconds > 0 ? Math.floor(newOffsetWithSeconds) : Math.ceil(newOffsetWithSeconds));
		if (offsetChange && postDiff < 0) Date.prototype.setUTCMinutes.call(date, Date.prototype.getUTCMinutes.call(date) + offsetChange);
	}
	syncToInternal(date);
	const drift = (constructorArgs ? expectedInternalTime : expectedInternalTime + secondsOffset * 1e3) - +date.internal;
	if (drift && Math.abs(drift) < 18e5) {
		Date.prototype.setTime.call(date, +date + drift);
		syncToInternal(date);
	}
}
function constructorArgsToInternalTime(args) {
	return Date.UTC(args[0], args.length > 1 ? args[1] : 0, args.length > 2 ? args[2] : 1, ...args.slice(3));
}
function targetInternalTime(date, time) {
	const internal = new Date(time ?? +date);
	internal.setUTCSeconds(internal.getUTCSeconds() - Math.round(-tzOffset(date.timeZone, internal) * 60));
	return +internal;
}
// ../phone/node_modules/@date-fns/tz/date/index.js
var TZDate = class TZDate extends TZDateMini {
	static tz(tz, ...args) {
		return args.length ? new TZDate(...args, tz) : new TZDate(Date.now(), tz);
	}
	toISOString() {
		const [sign, hours, minutes] = this.tzComponents();
		const tz = `${sign}${hours}:${minutes}`;
		return this.internal.toISOString().slice(0, -1) + tz;
	}
	toString() {
		return `${this.toDateString()} ${this.toTimeString()}`;
	}
	toDateString() {
		const [day, date, month, year] = this.internal.toUTCString().split(" ");
		return `${day?.slice(0, -1)} ${month} ${date} ${year}`;
	}
	toTimeString() {
		const time = this.internal.toUTCString().split(" ")[4];
		const [sign, hours, minutes] = this.tzComponents();
		return `${time} GMT${sign}${hours}${minutes} (${tzName(this.timeZone, this)})`;
	}
	toLocaleString(locales, options) {
		return Date.prototype.toLocaleString.call(this, locales, {
			...options,
			timeZone: options?.timeZone || this.timeZone
		});
	}
	toLocaleDateString(locales, options) {
		return Date.prototype.toLocaleDateString.call(this, locales, {
			...options,
			timeZone: options?.timeZone || this.timeZone
		});
	}
	toLocaleTimeString(locales, options) {
		return Date.prototype.toLocaleTimeString.call(this, locales, {
			...options,
			timeZone: options?.timeZone || this.timeZone
		});
	}
	tzComponents() {
		const offset = this.getTimezoneOffset();
		return [
			offset > 0 ? "-" : "+",
			String(Math.floor(Math.abs(offset) / 60)).padStart(2, "0"),
			String(Math.abs(offset) % 60).padStart(2, "0")
		];
	}
	withTimeZone(timeZone) {
		return new TZDate(+this, timeZone);
	}
	[Symbol.for("constructDateFrom")](date) {
		return new TZDate(+new Date(date), this.timeZone);
	}
};
// contract/time/instants.ts
var INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
var DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/;
var LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
/** The one spelling of each time zone that was asked for, by its name in lower case. */
var spellings = /* @__PURE__ */ new Map();
/** Regions in whose names each word begins with a capital, also in old names, which a runtime may not list. */
var REGION = /^(africa|america|antarctica|asia|atlantic|europe|indian|pacific)\//;
/**
* The one spelling of an IANA time zone, written in any case; null for a name that this runtime does not know. Runtimes
* and libraries keep what they made for each spelling, so only one may be stored. The list grows with names of zones
* alone, of which there are some 600.
*/
function canonicalTimeZone(name) {
	const key = name.toLowerCase();
	const known = spellings.get(key);
	if (known !== void 0) return known;
	if (spellings.size === 0) {
		const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));
		for (const zone of ["UTC", ...zones]) spellings.set(zone.toLowerCase(), zone);
		return canonicalTimeZone(name);
	}
	if (!/^[a-z_]+\/[a-z0-9_+\-/]+$/.test(key)) return null;
	try {
		const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: key }).resolvedOptions();
		if (!spellings.has(timeZone.toLowerCase()) && !timeZone.startsWith("Etc/")) return null;
		const spelling = REGION.test(key) ? key.replace(/(^|[/_-])[a-z]/g, (start) => start.toUpperCase()) : timeZone;
		spellings.set(key, spelling);
		return spelling;
	} catch {
		return null;
	}
}
/**
* The date fields of a marathon, and which end of a day a date alone means: the registration window closes at the END
* of its last day.
*/
var DATE_FIELDS = [
	["regStart", "start"],
	["regEnd", "end"],
	["startDate", "start"]
];
function isDateOnly(text) {
	return DATE_ONLY.test(text);
}
/**
* The canonical instant (ISO 8601, UTC, milliseconds) that `text` means, or null if it means none. All stored instants have
* this form, so that the order of the texts is the order of time.
* - A date alone means its first millisecond in `timeZone`, or its last with `edge` = `end` (a registration window
*   closes at the END of its last day).
* - A time without an offset is a time in `timeZone`.
*/
function toInstant(text, timeZone, edge = "start") {
	if (INSTANT.test(text)) return canonical(Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, "$1:$2")), text);
	const day = DATE_ONLY.exec(text);
	if (day) {
		const [year, month, date] = [
			Number(day[1]),
			Number(day[2]),
			Number(day[3])
		];
		if (!isCalendarDay(year, month, date)) return null;
		const next = edge === "end" ? 1 : 0;
		return canonical(new TZDate(year, month - 1, date + next, 0, 0, 0, 0, timeZone).getTime() - next);
	}
	const local = LOCAL_TIME.exec(text);
	if (local) {
		const [year, month, date, hour, minute, second] = local.slice(1).map((part) => Number(part ?? 0));
		if (!isCalendarDay(year, month, date) || hour > 23 || minute > 59 || second > 59) return null;
		return canonical(new TZDate(year, month - 1, date, hour, minute, second, 0, timeZone).getTime());
	}
	return null;
}
/** Does this day exist? @param month from 1 */
function isCalendarDay(year, month, date) {
	const day = new Date(Date.UTC(year, month - 1, date));
	return day.getUTCMonth() === month - 1 && day.getUTCDate() === date;
}
/**
* An instant as canonical text, or null before 1970 and from 9999-12-31 on. With a year of four digits and no sign, the
* order of the texts is the order of the times.
* @param ms since the epoch, or NaN
*/
function canonical(ms, original) {
	if (Number.isNaN(ms) || ms < 0 || ms >= Date.UTC(9999, 11, 31)) return null;
	const instant = new Date(ms).toISOString();
	if (original && original !== instant) {
		const [year, month, date] = original.slice(0, 10).split("-").map(Number);
		if (!isCalendarDay(year, month, date)) return null;
	}
	return instant;
}
/**
* The instant that a date in an update means. A date alone that names the day of the stored instant, in UTC or in the
* marathon's time zone, means the stored instant. Older clients save all dates without a time, and such a save must not
* move a marathon or lose its start time.
* @returns a canonical instant, or null if the text means none
*/
function toUpdatedInstant(text, stored, timeZone, edge = "start") {
	if (isDateOnly(text) && (text === dayIn("UTC", stored) || text === dayIn(timeZone, stored))) return stored;
	return toInstant(text, timeZone, edge);
}
// contract/marathon.ts
/** A date or an instant as a client sent it. A date alone depends on the marathon's time zone (contract/time/dates). */
var dateInput = (/* @__PURE__ */ string(NOT_A_DATE)).check(/* @__PURE__ */ _trim(), /* @__PURE__ */ refine((value) => toInstant(value, "UTC") !== null, NO_SUCH_DATE));
/**
* How a marathon gives its places: to the first who apply, or by a ballot after the registration window
* (docs/ballot.md).
*/
var REGISTRATIONS = ["first-come", "ballot"];
/** The fields of a marathon that its organiser sets. The server sets all other fields. */
var marathonFields = {
	title: requiredLine(MAX_LENGTH.title),
	location: requiredLine(MAX_LENGTH.location),
	description: requiredText(MAX_LENGTH.description),
	image: pictureUrl.check(/* @__PURE__ */ _minLength(1, REQUIRED)),
	distance: /* @__PURE__ */ _enum(DISTANCES, notOneOf(DISTANCES.join(", "))),
	regStart: dateInput,
	regEnd: dateInput,
	startDate: dateInput,
	timeZone: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _trim(), /* @__PURE__ */ _maxLength(MAX_LENGTH.timeZone, atMostCharacters(MAX_LENGTH.timeZone)), /* @__PURE__ */ _overwrite((name) => canonicalTimeZone(name) ?? name), /* @__PURE__ */ refine((name) => canonicalTimeZone(name) !== null, NOT_A_TIME_ZONE)),
	capacity: /* @__PURE__ */ nullable(int(NOT_A_WHOLE_NUMBER).check(/* @__PURE__ */ _gte(1, atLeast(1)), /* @__PURE__ */ _lte(MAX_CAPACITY, atMost(MAX_CAPACITY)))),
	/** Fixed once somebody has applied. A ballot needs a capacity. */
	registration: /* @__PURE__ */ _enum(REGISTRATIONS, notOneOf(REGISTRATIONS.join(", "))),
	/** Most live applications of one account. A ballot has at most DEFAULT_PER_ACCOUNT, because each one is a ticket. */
	perAccount: int(NOT_A_WHOLE_NUMBER).check(/* @__PURE__ */ _gte(1, atLeast(1)), /* @__PURE__ */ _lte(MAX_PER_ACCOUNT, atMost(MAX_PER_ACCOUNT)))
};
/** The fields of a new marathon. Older clients send only the first eight. */
var marathonCreateSchema = /* @__PURE__ */ strictObject({
	...marathonFields,
	timeZone: /* @__PURE__ */ _default(marathonFields.timeZone, "UTC"),
	capacity: /* @__PURE__ */ _default(marathonFields.capacity, null),
	registration: /* @__PURE__ */ _default(marathonFields.registration, "first-come"),
	perAccount: /* @__PURE__ */ _default(marathonFields.perAccount, 10)
});
/** The fields that an update of a marathon may contain. `cancelled` is the reason; null takes a cancellation back. */
var marathonPatchSchema = /* @__PURE__ */ partial(/* @__PURE__ */ strictObject({
	...marathonFields,
	cancelled: /* @__PURE__ */ nullable(requiredText(MAX_LENGTH.reason))
}));
/** A marathon as the API returns it. Its dates are canonical instants (contract/time/dates). */
var marathonSchema = /* @__PURE__ */ object({
	_id: idSchema,
	title: /* @__PURE__ */ string(),
	regStart: /* @__PURE__ */ string(),
	regEnd: /* @__PURE__ */ string(),
	startDate: /* @__PURE__ */ string(),
	location: /* @__PURE__ */ string(),
	distance: /* @__PURE__ */ _enum(DISTANCES),
	description: /* @__PURE__ */ string(),
	image: /* @__PURE__ */ string(),
	name: /* @__PURE__ */ string(),
	email: /* @__PURE__ */ string(),
	createdAt: /* @__PURE__ */ string(),
	/** The number of registered runners. */
	regCount: int(),
	/** The number of runners on the waiting list. */
	waitingCount: int(),
	/** The number of runners in the ballot, before the draw. */
	enteredCount: int(),
	/** Why the organiser cancelled the marathon; null if it takes place. */
	cancelled: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	timeZone: /* @__PURE__ */ string(),
	capacity: /* @__PURE__ */ nullable(int()),
	registration: /* @__PURE__ */ _enum(REGISTRATIONS),
	/** Most live applications of one account. */
	perAccount: int(),
	/** The SHA-256 of a ballot's seed, in hex, from its creation on; null without a ballot. */
	commitment: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	/** The seed of the draw: 32 bytes in hex. Null until the draw. */
	seed: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	ver: int()
});
/** A marathon in the public list. It has no name, email or uid of the organiser. */
var publicMarathonSchema = /* @__PURE__ */ pick(marathonSchema, {
	_id: true,
	image: true,
	title: true,
	location: true,
	regStart: true,
	regEnd: true,
	startDate: true,
	distance: true,
	timeZone: true
});
/** A marathon in the public list of upcoming marathons. */
var upcomingMarathonSchema = /* @__PURE__ */ extend(publicMarathonSchema, { description: /* @__PURE__ */ string() });
/** A draw as everybody may read it (docs/ballot.md). */
var drawSchema = /* @__PURE__ */ object({
	marathonId: idSchema,
	commitment: /* @__PURE__ */ string(),
	seed: /* @__PURE__ */ string(),
	/** The number of places that were drawn. */
	places: int(),
	/** The ids of all applications that took part, in the drawn order. */
	ids: /* @__PURE__ */ array(idSchema)
});
// contract/text/fold-text.ts
/**
* One letter for those that stand for each other.
* - Letters that Unicode does not take apart into a plain letter and an accent.
* - Letters of Arabic, Persian and Urdu keyboards that are typed for each other.
* - Letters of other scripts that look like Latin ones, as capitals or as small letters, and small capitals.
*/
var PLAIN = new Map([
	...Object.entries({
		ß: "ss",
		æ: "ae",
		œ: "oe",
		þ: "th"
	}),
	...pairs("øłđðħŧıȷɑɡɩəŋɓɗƙƴƒĸɛʋꬲꭓ", "olddhtijagienbdkyfkevex"),
	...pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
	...pairs("ىیېےٱةۀہۂەھکڪ", "يييياههههههكك"),
	...pairs("авекмнорстухіјѕһԁԛԝӏҽ", "abekmhopctyxijshdqwle"),
	...pairs("αβεζηικμνορςστυχγ", "abezhikmvopsstuxy"),
	...pairs("ԍѵғօհոսզցⲁⲃⲉⲏⲓⲕⲙⲛⲟⲣⲥⲧⲭ", "gvfohnuqgabehikmnopctx"),
	...pairs("ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮢꮤꮥꮩꮪꮮꮯꮲꮶᏼ", "drtiajewmhgzrwsvslcpkb"),
	...pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou")
]);
/**
* What a search and a comparison of names pass over: accents and the signs of short vowels, the tatweel, apostrophes,
* dashes, and what nobody sees. The vowel signs of Indic scripts and the marks of kana are no accents.
*/
var PASSED_OVER = /[\p{sc=Inherited}\p{Default_Ignorable_Code_Point}\p{Pd}\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u08d3-\u08ff\u055a\u05f3\u05f4\u02bc\u0483-\u0489\u1427\u2018-\u201b\u2032\u2035\ua78b\ua78c\ua78f\u2212'`]/gu;
var KANA_MARKS = "゙゚";
var LONE_ACCENT = /[\u00a8\u00af\u00b4\u00b8\u02b0-\u02ff\u0374\u037a\u0384\u0385\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe]/;
new Map(pairs("äöüøå", [
	"ae",
	"oe",
	"ue",
	"oe",
	"aa"
]));
function pairs(letters, plain) {
	const all = [...plain];
	return [...letters].map((letter, index) => [letter, all[index] ?? letter]);
}
/**
* A text as names are compared and as a search looks into it: in small letters, without accents, apostrophes and
* dashes, with Latin digits. People type 'munoz' and 'obrien', because many keyboards lack the letters of Muñoz and
* the apostrophe of O’Brien.
*/
function foldText(text) {
	if (!/[^ -~]/.test(text)) {
		const lower = text.toLowerCase();
		return /['`-]/.test(lower) ? lower.replace(/['`-]/g, "") : lower;
	}
	let folded = "";
	for (const letter of text) folded += foldedLetters.get(letter) ?? foldLetter(letter);
	return folded;
}
/** The letters that were folded before: a normalisation costs far more than a look. */
var foldedLetters = /* @__PURE__ */ new Map();
function foldLetter(letter) {
	const folded = latinDigits(LONE_ACCENT.test(letter) ? "" : letter.toLowerCase().normalize("NFKD").toLowerCase()).replace(PASSED_OVER, (mark) => KANA_MARKS.includes(mark) ? mark : "").replace(/[^\0-\x7f]/gu, (one) => PLAIN.get(one) ?? one);
	foldedLetters.set(letter, folded);
	return folded;
}
// contract/application.ts
/** True if the user says that this is another person than the one of the same name whom the account has registered. */
var namesake = /* @__PURE__ */ optional(/* @__PURE__ */ boolean(NOT_A_BOOLEAN));
/** The fields that a runner may change after applying (specification, section 2: My Applications). */
var applicationFields = {
	firstName: requiredLine(MAX_LENGTH.name),
	lastName: requiredLine(MAX_LENGTH.name),
	phoneNumber,
	location: line(MAX_LENGTH.location),
	description: text$1(MAX_LENGTH.description),
	additionalInfo: text$1(MAX_LENGTH.additionalInfo),
	image: pictureUrl
};
/** A new application. Its title and start date are copies of the marathon's at that time. */
var applicationCreateSchema = /* @__PURE__ */ strictObject({
	marathonId: idSchema,
	title: line(MAX_LENGTH.title),
	startDate: dateInput,
	firstName: applicationFields.firstName,
	lastName: applicationFields.lastName,
	phoneNumber,
	email: /* @__PURE__ */ _default(line(MAX_LENGTH.email).check(/* @__PURE__ */ refine((value) => value === "" || isEmail(value), NOT_AN_EMAIL)), ""),
	location: /* @__PURE__ */ _default(applicationFields.location, ""),
	description: /* @__PURE__ */ _default(applicationFields.description, ""),
	additionalInfo: /* @__PURE__ */ _default(applicationFields.additionalInfo, ""),
	image: /* @__PURE__ */ _default(applicationFields.image, ""),
	/** True if the runner takes a place on the waiting list where the marathon is full. */
	waitingList: /* @__PURE__ */ optional(/* @__PURE__ */ boolean(NOT_A_BOOLEAN)),
	namesake
});
/** The fields that an update of an application may change. */
var applicationPatchSchema = /* @__PURE__ */ partial(/* @__PURE__ */ strictObject({
	...applicationFields,
	namesake
}));
/** What the organiser's op sets: the runner's number, or null for none. */
var assignBibSchema = /* @__PURE__ */ strictObject({ bib: /* @__PURE__ */ nullable(requiredLine(MAX_LENGTH.bib)) });
/** An application as the API returns it. */
var applicationSchema = /* @__PURE__ */ object({
	_id: idSchema,
	marathonId: idSchema,
	title: /* @__PURE__ */ string(),
	startDate: /* @__PURE__ */ string(),
	location: /* @__PURE__ */ string(),
	image: /* @__PURE__ */ string(),
	description: /* @__PURE__ */ string(),
	firstName: /* @__PURE__ */ string(),
	lastName: /* @__PURE__ */ string(),
	phoneNumber: /* @__PURE__ */ string(),
	additionalInfo: /* @__PURE__ */ string(),
	email: /* @__PURE__ */ string(),
	createdAt: /* @__PURE__ */ string(),
	status: /* @__PURE__ */ _enum([
		"registered",
		"waiting",
		"entered"
	]),
	/** When the application came from the waiting list to a place, ISO 8601; null if it did not. */
	promotedAt: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	/**
	* The order of the waiting list: of two, the one with the smaller number gets a place first. Null for an application that
	* does not wait.
	*/
	waitingOrder: /* @__PURE__ */ nullable(int()),
	/** The number of the application in the order of the draw, from 1; null without a draw. */
	drawOrder: /* @__PURE__ */ nullable(int()),
	/** The bib: the runner's number, which the organiser gives. Null before that. */
	bib: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	/** The entry code, which the gate scans (contract/text/entry-code). '' once the contact data is erased. */
	code: /* @__PURE__ */ string(),
	ver: int()
});
/**
* Names with the same key are the same person: those that differ in case, accents, apostrophes, dashes, blanks and other
* signs, and those that look alike. One account may register a person once for a marathon, and a namesake where the user
* says so.
*/
function personKey(firstName, lastName) {
	const folded = foldText(`${firstName} ${lastName}`);
	return folded.replace(/[^\p{L}\p{M}\p{N}]/gu, "") || folded.replace(/\s/g, "");
}
// contract/places.ts
/**
* Is this a ballot before its draw? Nobody has a place before that. Both fields are missing in rows that an older
* version of the app has stored.
*/
function isUndrawn({ registration, seed }) {
	return registration === "ballot" && !seed;
}
/** Are all places taken? A phone only knows what it has read. */
function isFull({ regCount, capacity }) {
	return capacity !== null && regCount >= capacity;
}
// contract/text/bib.ts
/**
* Bibs with the same key are one bib, which a marathon has once. 7, 007, #7 and 7.0 are the same number on a shirt, at
* the finish and in a spreadsheet, which takes zeros away. The spelling is kept and shown; only the key is compared.
*/
function bibKey(bib) {
	if (/^[1-9]\d*$/.test(bib)) return bib;
	const plain = latinDigits(bib.replace(/№/g, "#").normalize("NFKC").toLowerCase()).replace(/[\s\p{Cf}]+/gu, "").replace(/\p{Pd}|\u2212/gu, "-");
	return plain.replace(/^#(?=[\p{L}\d])/u, "").replace(/^(\d+)[.,]0+$/, "$1").replace(/^((?:\p{L}+[-./]?)?)0+(?=\d)/u, "$1") || plain;
}
// worker/ops/decide/places.ts
/**
* Fills the free places of a marathon from its waiting list. Nobody is promoted after the start, or while the marathon
* is cancelled.
* @param marathon the row after the change that may have freed places
* @param registered the change of regCount that is already decided
* @param now the server's time, ms since the epoch
* @returns the effect, and the preconditions on the numbers before the op
*/
function fillPlaces(marathon, registered, now) {
	const { id: marathonId, capacity, regCount, waitingCount } = marathon;
	const numbers = (promoted) => registered === 0 && promoted === 0 ? [] : [{
		kind: "count",
		marathonId,
		registered: registered + promoted,
		waiting: 0 - promoted,
		entered: 0,
		promoted
	}];
	if (marathon.cancelled !== null || now >= Date.parse(marathon.startDate)) return {
		effects: numbers(0),
		preconditions: []
	};
	if (waitingCount === 0) return {
		effects: numbers(0),
		preconditions: [{
			kind: "count-at-most",
			marathonId,
			of: "waitingCount",
			count: 0
		}]
	};
	const free = capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - regCount - registered);
	const promoted = Math.min(free, waitingCount);
	const preconditions = [
		{
			kind: "count-at-least",
			marathonId,
			of: "regCount",
			count: regCount
		},
		{
			kind: "count-at-most",
			marathonId,
			of: "regCount",
			count: regCount
		},
		{
			kind: "count-at-least",
			marathonId,
			of: "waitingCount",
			count: promoted
		}
	];
	if (free > promoted) preconditions.push({
		kind: "count-at-most",
		marathonId,
		of: "waitingCount",
		count: waitingCount
	});
	return {
		effects: numbers(promoted),
		preconditions
	};
}
// worker/ops/decide/decide-application.ts
/**
* Accepts an application if the registration window is open by the server's time, the marathon is not cancelled and has
* a place left, and the account has not registered this person, nor `perAccount` people, for this marathon yet. With `namesake` it is another
* person of the same name, but not in a ballot. Where the marathon is full, an application with `waitingList` joins the
* waiting list. Before the draw of a ballot every application is `entered`, whatever the capacity. After it, places go
* to the first who apply, as without a ballot.
*
* The check whether the id belongs to another account comes last, so that a rejection tells nothing about that
* account's applications. An application that every other check accepts is rejected with GONE, whether the other
* account's application still exists or was deleted.
* @param code the new entry's code. If another entry of the marathon has it, a unique index undoes the batch, and the op
*   is decided again with another one.
*/
function createApplication(state, op, actor, now, code) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const { waitingList, namesake, ...fields } = op.patch.data;
	const preconditions = [{
		kind: "application",
		id: op.id
	}];
	const existing = state.applications.get(op.id);
	const gone = state.gone.get(`application:${op.id}`);
	if (existing?.ownerUid === actor.uid) return accept([], preconditions);
	if (gone?.ownerUid === actor.uid) return refuse("GONE", preconditions);
	const marathonId = fields.marathonId;
	preconditions.push({
		kind: "marathon",
		id: marathonId
	});
	const marathon = state.marathons.get(marathonId);
	if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions);
	if (!isRegistrationOpen(marathon, now)) return refuse("REG_CLOSED", preconditions);
	const { capacity } = marathon;
	const isBallot = isUndrawn(marathon);
	const person = personKey(fields.firstName, fields.lastName);
	const duplicateId = state.people.get(personSlot(marathonId, actor.uid, person));
	if (duplicateId && (isBallot || !namesake)) return refuseDuplicate(duplicateId, isBallot, preconditions);
	const tooManyHere = refuseAboveAccountLimit(state, actor, marathon, preconditions);
	if (tooManyHere) return tooManyHere;
	const isWaiting = !isBallot && isFull(marathon);
	if (capacity !== null && !isBallot) preconditions.push(isWaiting ? {
		kind: "count-at-least",
		marathonId,
		of: "regCount",
		count: capacity
	} : {
		kind: "count-at-most",
		marathonId,
		of: "regCount",
		count: capacity - 1
	});
	preconditions.push({
		kind: "no-person",
		marathonId,
		uid: actor.uid,
		person
	});
	if (isWaiting && !waitingList) return refuse("FULL", preconditions);
	const tooMany = refuseAboveLimit(state, actor, "application", MAX_APPLICATIONS, preconditions);
	if (tooMany) return tooMany;
	if (existing || gone) return refuse("GONE", preconditions);
	const row = {
		...fields,
		id: op.id,
		ownerUid: actor.uid,
		organiserUid: marathon.ownerUid,
		personKey: duplicateId ? namesakeKey(person, op.id) : person,
		title: marathon.title,
		startDate: toInstant(fields.startDate, marathon.timeZone) ?? marathon.startDate,
		createdAt: new Date(now).toISOString(),
		ver: 1,
		seq: 0,
		joinedSeq: 0,
		erasedAt: null,
		status: isBallot ? "entered" : isWaiting ? "waiting" : "registered",
		waitingOrder: null,
		promotedAt: null,
		bib: null,
		bibKey: null,
		drawOrder: null,
		code
	};
	return accept([{
		kind: "put-application",
		row
	}, countOf(row, 1)], preconditions);
}
/**
* The rejection of one more application of an account that has `perAccount` of them at the marathon; otherwise null, and
* the number is added to `preconditions`. The version of the marathon, which is a precondition, changes with the limit.
*/
function refuseAboveAccountLimit(state, { uid }, { id: marathonId, perAccount }, preconditions) {
	if ((state.applied.get(accountSlot(marathonId, uid)) ?? 0) < perAccount) {
		preconditions.push({
			kind: "applied-at-most",
			marathonId,
			uid,
			count: perAccount - 1
		});
		return null;
	}
	const rest = {
		kind: "applied-at-least",
		marathonId,
		uid,
		count: perAccount
	};
	return refuse("ACCOUNT_LIMIT", [...preconditions, rest], { perAccount: `has ${perAccount} applications here, the most that one account may have. The organiser can allow more` });
}
/** The runner changes their own copy of the application. Its title and start date never change. */
function updateApplication(state, op, actor) {
	const preconditions = [{
		kind: "application",
		id: op.id
	}];
	const row = ownApplication(state, op.id, actor);
	if (!row) return refuse(wasOwn(state, op.id, actor) ? "GONE" : "NOT_FOUND", preconditions);
	if (op.ifVer !== void 0 && op.ifVer !== row.ver) return refuse("STALE", preconditions);
	if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions);
	const { namesake, ...patch } = op.patch.data;
	const base = row.erasedAt !== null || row.firstName === "" ? null : tidyBase(op.base, applicationFields);
	if (!isWhole(row)) throw new Error("an application is edited that was not read whole");
	const { changes, conflicts } = mergeFields(row, base, patch);
	if (Object.keys(changes).length === 0) return accept([], preconditions, conflicts);
	const next = {
		...row,
		...changes,
		ver: row.ver + 1
	};
	const person = personKey(next.firstName, next.lastName);
	if (person !== personKey(row.firstName, row.lastName)) {
		const { marathonId } = row;
		const isBallot = row.status === "entered";
		const duplicateId = state.people.get(personSlot(marathonId, actor.uid, person));
		if (duplicateId && (isBallot || !namesake)) return refuseDuplicate(duplicateId, isBallot, preconditions);
		next.personKey = duplicateId ? namesakeKey(person, row.id) : person;
		preconditions.push({
			kind: "no-person",
			marathonId,
			uid: actor.uid,
			person
		});
	}
	return accept([{
		kind: "put-application",
		row: next
	}], preconditions, conflicts);
}
/**
* The runner deletes their own application. The first on the waiting list gets the place that becomes free. A second
* delete is accepted and changes nothing. An application of another account is NOT_FOUND, like one that does not exist.
* Somebody who left the waiting list, and has got a place before this arrives, keeps the place: STALE.
*/
function deleteApplication(state, op, actor, now) {
	const preconditions = [{
		kind: "application",
		id: op.id
	}];
	const row = ownApplication(state, op.id, actor);
	if (!row) return wasOwn(state, op.id, actor) ? accept([], preconditions) : refuse("NOT_FOUND", preconditions);
	if (op.ifVer !== void 0 && op.ifVer !== row.ver) return refuse("STALE", preconditions);
	if (op.base?.status === "waiting" && row.status === "registered") return refuse("STALE", preconditions);
	const marathon = state.marathons.get(row.marathonId);
	if (!marathon) return accept([{
		kind: "delete-application",
		row
	}], preconditions);
	if (row.status !== "registered") return accept([{
		kind: "delete-application",
		row
	}, countOf(row, -1)], preconditions);
	const numbers = fillPlaces(marathon, -1, now);
	return accept([{
		kind: "delete-application",
		row
	}, ...numbers.effects], [
		...preconditions,
		{
			kind: "marathon",
			id: marathon.id
		},
		...numbers.preconditions
	]);
}
/**
* The organiser gives an entrant a bib, or takes it away. A bib that another application of the marathon has, however
* it is written there, is rejected with the holder's name. An entrant's own bib may get another spelling. The runner cannot change it, and for a stranger the application does not exist.
*/
function assignBib(state, op, actor) {
	const preconditions = [{
		kind: "application",
		id: op.id
	}];
	const row = state.applications.get(op.id);
	if (!row) return refuse(state.gone.get(`application:${op.id}`)?.organiserUid === actor.uid || wasOwn(state, op.id, actor) ? "GONE" : "NOT_FOUND", preconditions);
	if (row.organiserUid !== actor.uid) return refuse(row.ownerUid === actor.uid ? "FORBIDDEN" : "NOT_FOUND", preconditions);
	if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions);
	const { bib } = op.patch.data;
	const { changes, conflicts } = mergeFields(row, tidyBase(op.base, assignBibSchema.shape), { bib });
	if (!("bib" in changes)) return accept([], preconditions, conflicts);
	const key = bib === null ? null : bibKey(bib);
	if (key !== null) {
		const { marathonId } = row;
		const holder = state.applications.get(state.bibs.get(bibSlot(marathonId, key)) ?? "");
		if (holder && holder.id !== row.id) {
			const name = `${holder.firstName} ${holder.lastName}`.trim() || "another entrant";
			return refuse("BIB_TAKEN", [...preconditions, {
				kind: "application",
				id: holder.id
			}], { bib: holder.bib === bib ? `belongs to ${name}` : `belongs to ${name} as ${holder.bib}` });
		}
		preconditions.push({
			kind: "no-bib",
			marathonId,
			key
		});
	}
	return accept([{
		kind: "set-bib",
		row: {
			...row,
			bib,
			bibKey: key,
			ver: row.ver + 1
		}
	}], preconditions);
}
/**
* The rejection of a person whom the account has registered already. In a ballot each application is a ticket, and
* nobody can tell a namesake from the same person. Elsewhere the user may say that it is another person.
*/
function refuseDuplicate(id, isBallot, preconditions) {
	const fields = isBallot ? { namesake: "cannot be confirmed in a ballot" } : void 0;
	return refuse("ALREADY_APPLIED", [...preconditions, {
		kind: "application",
		id
	}], fields);
}
/** The key of a person whose name the account has registered before. It is in a slot of its own. */
function namesakeKey(person, id) {
	return `${person}\n${id}`;
}
/** The change of its marathon's numbers when an application joins (1) or leaves (-1). */
function countOf({ marathonId, status }, by) {
	const of = (counted) => status === counted ? by : 0;
	return {
		kind: "count",
		marathonId,
		registered: of("registered"),
		waiting: of("waiting"),
		entered: of("entered"),
		promoted: 0
	};
}
function ownApplication(state, id, actor) {
	const row = state.applications.get(id);
	return row?.ownerUid === actor.uid ? row : void 0;
}
/**
* Did the actor delete this application? A stripped tombstone counts as everybody's, because it tells only that the id
* is gone.
*/
function wasOwn(state, id, actor) {
	const gone = state.gone.get(`application:${id}`);
	return gone !== void 0 && (gone.isStripped || gone.ownerUid === actor.uid);
}
// worker/ops/decide/decide-check-in.ts
/** What a removed helper reads about a rejected scan. */
var HANDED_OVER = { checkIn: "is with the organiser, who decides whether it counts" };
/**
* The role of the actor at this marathon. Only this function decides who may check in. A role other than organiser
* depends on the helper's row, so it adds a precondition.
*/
function roleOf(state, actor, { id: marathonId, ownerUid }, preconditions) {
	if (ownerUid === actor.uid) return "organiser";
	preconditions.push({
		kind: "helper",
		marathonId,
		uid: actor.uid
	});
	const row = state.helping.get(accountSlot(marathonId, actor.uid));
	if (!row) return "stranger";
	return row.revokedAt === null ? "helper" : "removed";
}
/**
* Records a scan. Every scan of an existing application is applied, up to MAX_SCANS of one account: also a second one
* of the same person, one of a waiting runner, and one at a cancelled marathon. A scan of an application that was deleted, or whose
* contact data was erased, is GONE: the phone keeps it with the name that it knew.
*
* A helper who was removed may have scanned before the phone heard of it. Such a scan is FORBIDDEN, and stored as
* unconfirmed all the same: the organiser decides (INV-17).
*/
function createCheckIn(state, op, actor, now) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const { marathonId, applicationId, at, gate } = op.patch.data;
	const preconditions = [{
		kind: "marathon",
		id: marathonId
	}];
	const marathon = state.marathons.get(marathonId);
	if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions);
	const role = roleOf(state, actor, marathon, preconditions);
	if (role === "stranger") return refuse("FORBIDDEN", preconditions);
	preconditions.push({
		kind: "application",
		id: applicationId
	}, {
		kind: "checkIn",
		id: op.id
	});
	const application = state.applications.get(applicationId);
	const existing = state.checkIns.get(op.id);
	const isScannable = application?.marathonId === marathonId && application.erasedAt === null;
	if (role === "removed" && (existing || !isScannable)) return refuse("FORBIDDEN", preconditions);
	if (!application) return refuse(wasEntrant(state, applicationId, marathon) ? "GONE" : "NOT_FOUND", preconditions);
	if (application.marathonId !== marathonId) return refuse("NOT_FOUND", preconditions);
	if (application.erasedAt !== null) return refuse("GONE", preconditions);
	if (existing) return existing.applicationId === applicationId && existing.byUid === actor.uid ? accept([], preconditions) : refuse("FORBIDDEN", preconditions);
	const part = role === "removed" ? .5 : 1;
	const ofAccount = state.scans.get(scanSlot(applicationId, actor.uid)) ?? 0;
	const isFull = role !== "organiser" && (state.scans.get(applicationId) ?? 0) >= 1e3 * part;
	if (isFull || ofAccount >= 100 * part) {
		if (role === "removed") return refuse("FORBIDDEN", preconditions);
		return refuse("INVALID", preconditions, { checkIns: `are ${isFull ? MAX_SCANS_OF_ALL : 100}, the most that an entry may have` });
	}
	const row = {
		id: op.id,
		marathonId,
		applicationId,
		organiserUid: marathon.ownerUid,
		at: credible(at, now),
		gate,
		by: actor.name,
		byUid: actor.uid,
		voidedAt: null,
		confirmedBy: role === "removed" ? null : actor.uid,
		ver: 1,
		seq: 0
	};
	return {
		...role === "removed" ? refuse("FORBIDDEN", preconditions, HANDED_OVER) : accept([], preconditions),
		effects: [{
			kind: "put-check-in",
			row
		}]
	};
}
/**
* Takes a scan back. The row stays and gets the time. A repeated op changes nothing. An op on a missing scan changes
* nothing either: the scan left with its application or marathon, or was rejected. A removed helper can take back only
* an own scan that is unconfirmed, and gets FORBIDDEN as for the scan.
*/
function voidCheckIn(state, op, actor, now) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const preconditions = [{
		kind: "checkIn",
		id: op.id
	}];
	const row = state.checkIns.get(op.id);
	if (!row) return accept([], preconditions);
	preconditions.push({
		kind: "marathon",
		id: row.marathonId
	});
	const marathon = state.marathons.get(row.marathonId);
	if (!marathon) return refuse("FORBIDDEN", preconditions);
	const role = roleOf(state, actor, marathon, preconditions);
	const isOwnUnconfirmed = role === "removed" && row.byUid === actor.uid && row.confirmedBy === null;
	const mayVoid = role === "organiser" || role === "helper";
	const decision = mayVoid ? accept([], preconditions) : refuse("FORBIDDEN", preconditions);
	if (row.voidedAt !== null || !(mayVoid || isOwnUnconfirmed)) return decision;
	const voidedAt = credible(op.patch.data.at, now);
	return {
		...decision,
		effects: [{
			kind: "put-check-in",
			row: {
				...row,
				voidedAt,
				ver: row.ver + 1
			}
		}]
	};
}
/**
* The organiser makes an unconfirmed scan count. A repeated op changes nothing. An op on a missing scan changes nothing
* either: the scan left with its application.
*/
function confirmCheckIn(state, op, actor) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const preconditions = [{
		kind: "checkIn",
		id: op.id
	}];
	const row = state.checkIns.get(op.id);
	if (!row) return accept([], preconditions);
	preconditions.push({
		kind: "marathon",
		id: row.marathonId
	});
	if (state.marathons.get(row.marathonId)?.ownerUid !== actor.uid) return refuse("FORBIDDEN", preconditions);
	if (row.confirmedBy !== null) return accept([], preconditions);
	return accept([{
		kind: "put-check-in",
		row: {
			...row,
			confirmedBy: actor.uid,
			ver: row.ver + 1
		}
	}], preconditions);
}
/** Did this deleted application belong to the marathon? A stripped tombstone does not tell. It counts as belonging. */
function wasEntrant(state, applicationId, marathon) {
	const gone = state.gone.get(`application:${applicationId}`);
	return gone !== void 0 && (gone.isStripped || gone.organiserUid === marathon.ownerUid);
}
// contract/time/notice-time.ts
var FORM = {
	weekday: "short",
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23"
};
/** Builds the formatter for times in notices. @throws RangeError for a time zone that the runtime does not know */
function noticeTimeFormat(locale, timeZone) {
	return new Intl.DateTimeFormat(locale, {
		...FORM,
		timeZone
	});
}
/**
* A time in an English notice: `Thu 5 Mar 2037, 09:30`. Runtimes join the parts in different ways, so they are joined here.
* @param format of `noticeTimeFormat` for `en-GB`
*/
function englishNoticeTime(format, instant) {
	const parts = format.formatToParts(new Date(instant));
	const part = (type) => parts.find((one) => one.type === type)?.value ?? "";
	return `${part("weekday")} ${part("day")} ${part("month")} ${part("year")}, ${part("hour")}:${part("minute")}`;
}
// worker/ops/decide/notice-text.ts
var PROMOTED = {
	kind: "promoted",
	text: "A place became free, and it is yours.",
	parts: "",
	urgent: 1
};
var DRAWN = {
	kind: "drawn",
	text: "The places were drawn. Your application says whether you have one.",
	parts: "",
	urgent: 0
};
/**
* The notice that a change of a marathon makes. It has the kind of its most important part and the text of all parts.
* Null if nobody needs to know.
*/
function tellChange(before, after) {
	const sentences = sentencesOf(before, after);
	const [first] = sentences;
	if (!first) return null;
	return {
		kind: first.part.kind,
		text: sentences.map(({ text }) => text).join(" "),
		parts: JSON.stringify(sentences.map(({ part }) => part)),
		urgent: first.urgent
	};
}
/**
* The most important part first. Phones build these sentences from the parts (web/store/rows/notice-text.ts); a test compares
* both.
*/
function sentencesOf(before, after) {
	const { cancelled, timeZone } = after;
	if (cancelled !== before.cancelled && cancelled !== null) {
		const text = `The event was cancelled. Reason: ${cancelled}`;
		return [{
			part: {
				kind: "cancelled",
				reason: cancelled
			},
			text,
			urgent: 1
		}];
	}
	const sentences = [];
	if (cancelled !== before.cancelled) sentences.push({
		part: { kind: "restored" },
		text: "The event takes place after all.",
		urgent: 1
	});
	if (after.startDate !== before.startDate) {
		const { startDate: from } = before;
		const { startDate: to } = after;
		const text = `The start is now ${timeAt(to, timeZone)} (${timeZone}). It was ${timeAt(from, timeZone)}.`;
		sentences.push({
			part: {
				kind: "start",
				from,
				to,
				timeZone
			},
			text,
			urgent: 1
		});
	}
	if (after.location !== before.location) {
		const { location: from } = before;
		const { location: to } = after;
		const text = `The place is now ${to}. It was ${from}.`;
		sentences.push({
			part: {
				kind: "place",
				from,
				to
			},
			text,
			urgent: 1
		});
	}
	if (after.regStart !== before.regStart || after.regEnd !== before.regEnd) {
		const { regStart: from, regEnd: to } = after;
		const text = `Registration is now open from ${timeAt(from, timeZone)} until ${timeAt(to, timeZone)}.`;
		sentences.push({
			part: {
				kind: "window",
				from,
				to,
				timeZone
			},
			text,
			urgent: 0
		});
	}
	return sentences;
}
/** A time as the clock at the place shows it. */
function timeAt(instant, timeZone) {
	return englishNoticeTime(noticeTimeFormat("en-GB", timeZone), instant);
}
// worker/ops/decide/decide-notice.ts
/**
* The organiser writes a notice to everybody who has to do with the marathon. Its time is that of the phone, as
* for a scan. A repeated create changes nothing.
*/
function createNotice(state, op, actor, now) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const { marathonId, text, urgent, at } = op.patch.data;
	const preconditions = [{
		kind: "marathon",
		id: marathonId
	}];
	const marathon = state.marathons.get(marathonId);
	if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions);
	if (marathon.ownerUid !== actor.uid) return refuse("FORBIDDEN", preconditions);
	preconditions.push({
		kind: "notice",
		id: op.id
	});
	if (state.gone.has(`notice:${op.id}`)) return refuse("GONE", preconditions);
	const existing = state.notices.get(op.id);
	if (existing) return existing.marathonId === marathonId && existing.kind === "written" ? accept([], preconditions) : refuse("GONE", preconditions);
	if ((state.written.get(marathonId) ?? 0) >= 200) {
		const notices = `are 200, the most that an event may have. Delete one first`;
		preconditions.push({
			kind: "written-at-least",
			marathonId,
			count: 200
		});
		return refuse("INVALID", preconditions, { notices });
	}
	preconditions.push({
		kind: "written-at-most",
		marathonId,
		count: 199
	});
	return accept([{
		kind: "put-notice",
		row: {
			id: op.id,
			marathonId,
			organiserUid: actor.uid,
			applicationId: null,
			toUid: null,
			kind: "written",
			text,
			parts: "",
			urgent: urgent ? 1 : 0,
			at: credible(at, now),
			by: actor.name,
			ver: 1,
			seq: 0
		}
	}], preconditions);
}
/**
* The organiser deletes a notice to everybody, also one of the server. A notice that is not there: the verdict is
* applied.
*/
function deleteNotice(state, op, actor) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const preconditions = [{
		kind: "notice",
		id: op.id
	}];
	const row = state.notices.get(op.id);
	if (!row) return accept([], preconditions);
	if (row.organiserUid !== actor.uid || row.toUid !== null) return refuse("FORBIDDEN", preconditions);
	return accept([{
		kind: "delete-notice",
		row
	}], preconditions);
}
/**
* The notice that a change of a marathon makes, in the same batch; none for a change that nobody needs to hear of. More
* than a day after the start it is not urgent: a corrected place must not wake thousands of phones.
*/
function noticeOfChange(before, after, op, now) {
	const told = tellChange(before, after);
	if (!told) return [];
	return [systemNotice(after, Math.max(Date.parse(before.startDate), Date.parse(after.startDate)) + 864e5 < now ? {
		...told,
		urgent: 0
	} : told, op, now)];
}
/**
* A notice of the server to everybody who has to do with the marathon. Its id follows from the op and the time, so that
* `decide` stays pure.
*/
function systemNotice({ id: marathonId, ownerUid }, told, op, now) {
	const at = new Date(now).toISOString();
	const id = createHash("sha256").update(JSON.stringify([
		"notice",
		marathonId,
		op.opId,
		at
	])).digest("base64url");
	return {
		kind: "put-notice",
		row: {
			...told,
			id,
			marathonId,
			organiserUid: ownerUid,
			applicationId: null,
			toUid: null,
			at,
			by: "",
			ver: 1,
			seq: 0
		}
	};
}
// worker/ops/decide/decide-draw.ts
/**
* The owner draws a ballot after its registration window: the first of the drawn order are registered, the others wait
* in that order. A second draw is accepted and changes nothing, so that an order never changes.
*/
function drawBallot(state, op, actor, now) {
	const preconditions = [{
		kind: "marathon",
		id: op.id
	}];
	const row = state.marathons.get(op.id);
	if (!row) return refuseMissingMarathon(state, op.id, preconditions);
	if (row.ownerUid !== actor.uid) return refuse("FORBIDDEN", preconditions);
	if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions);
	const { secretSeed, capacity } = row;
	if (secretSeed === null || capacity === null) return refuse("INVALID", preconditions, { registration: "must be ballot for a draw" });
	if (row.seed !== null) return accept([], preconditions);
	if (row.cancelled !== null) return refuse("INVALID", preconditions, { cancelled: "must be taken back before the draw" });
	if (windowState(row, now) !== "after") return refuse("REG_OPEN", preconditions);
	const order = drawnOrder(secretSeed, state.entered.get(row.id) ?? []);
	const places = Math.min(capacity, order.length);
	const count = order.length;
	return accept([
		{
			kind: "put-marathon",
			row: {
				...row,
				seed: secretSeed,
				ver: row.ver + 1
			}
		},
		systemNotice(row, DRAWN, op, now),
		{
			kind: "draw",
			marathonId: row.id,
			order,
			places
		},
		{
			kind: "count",
			marathonId: row.id,
			registered: places,
			waiting: count - places,
			entered: 0 - count,
			promoted: 0
		}
	], [
		...preconditions,
		{
			kind: "count-at-least",
			marathonId: row.id,
			of: "enteredCount",
			count
		},
		{
			kind: "count-at-most",
			marathonId: row.id,
			of: "enteredCount",
			count
		}
	]);
}
// worker/ops/decide/decide-marathon.ts
/**
* A new marathon belongs to its creator. A repeated create changes nothing. The id of a deleted marathon stays GONE.
* @param seed the seed of the marathon if it is a ballot
*/
function createMarathon(state, op, actor, now, seed) {
	if (!op.patch.success) return refuseInvalid(op.patch.error, []);
	const { regStart, regEnd, startDate, ...rest } = op.patch.data;
	const dates = {
		regStart: toInstant(regStart, rest.timeZone),
		regEnd: toInstant(regEnd, rest.timeZone, "end"),
		startDate: toInstant(startDate, rest.timeZone)
	};
	if (!isDated(dates)) return refuse("INVALID", [], datesInvalid(dates));
	const brokenBallot = ballotInvalid(rest);
	if (brokenBallot) return refuse("INVALID", [], brokenBallot);
	const preconditions = [{
		kind: "marathon",
		id: op.id
	}];
	if (state.gone.has(`marathon:${op.id}`)) return refuse("GONE", preconditions);
	const existing = state.marathons.get(op.id);
	if (existing) return existing.ownerUid === actor.uid ? accept([], preconditions) : refuse("FORBIDDEN", preconditions);
	const tooMany = refuseAboveLimit(state, actor, "marathon", 200, preconditions);
	if (tooMany) return tooMany;
	return accept([{
		kind: "put-marathon",
		row: {
			...rest,
			...dates,
			id: op.id,
			ownerUid: actor.uid,
			name: actor.name,
			email: actor.email,
			createdAt: new Date(now).toISOString(),
			regCount: 0,
			waitingCount: 0,
			enteredCount: 0,
			cancelled: null,
			...seedFields(rest.registration, seed),
			ver: 1,
			seq: 0,
			shownUntil: dates.startDate,
			past: 0
		}
	}], preconditions);
}
/**
* The owner changes any field except the title. The capacity cannot be less than the number of registered runners.
* Places that a higher capacity frees go to the waiting list. A cancelled marathon keeps its applications. Whether
* places go by a ballot is fixed once somebody has applied. A lower `perAccount` leaves the applications that are there. Everybody concerned is told of a new start, place, window
* or cancellation by a notice.
* @param seed the seed of the marathon if the update makes it a ballot
*/
function updateMarathon(state, op, actor, now, seed) {
	const preconditions = [{
		kind: "marathon",
		id: op.id
	}];
	const row = state.marathons.get(op.id);
	if (!row) return refuseMissingMarathon(state, op.id, preconditions);
	if (row.ownerUid !== actor.uid) return refuse("FORBIDDEN", preconditions);
	if (op.ifVer !== void 0 && op.ifVer !== row.ver) return refuse("STALE", preconditions);
	if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions);
	const patch = resolveDates(op.patch.data, row);
	const broken = Object.entries(patch).find(([, value]) => value === void 0);
	if (broken) return refuse("INVALID", preconditions, { [broken[0]]: "must be a date that exists" });
	if (patch.title !== void 0 && patch.title !== row.title) return refuse("INVALID", preconditions, { title: "cannot be changed" });
	const { changes, conflicts } = mergeFields(row, seenFields(op, row), patch);
	if (Object.keys(changes).length === 0) return accept([], preconditions, conflicts);
	const next = {
		...row,
		...changes,
		ver: row.ver + 1
	};
	if ("registration" in changes) {
		if (row.seed !== null) return refuse("INVALID", preconditions, { registration: "cannot be changed after the draw" });
		const applied = COUNTS.find((of) => row[of] > 0);
		if (applied) return refuse("INVALID", [...preconditions, {
			kind: "count-at-least",
			marathonId: row.id,
			of: applied,
			count: 1
		}], { registration: "cannot be changed after somebody has applied" });
		preconditions.push(...COUNTS.map((of) => ({
			kind: "count-at-most",
			marathonId: row.id,
			of,
			count: 0
		})));
		Object.assign(next, seedFields(next.registration, seed));
	}
	const brokenBallot = ballotInvalid(next);
	if (brokenBallot) return refuse("INVALID", preconditions, brokenBallot);
	if (next.capacity !== null && "capacity" in changes) {
		if (next.capacity < row.regCount) return refuse("INVALID", [...preconditions, {
			kind: "count-at-least",
			marathonId: row.id,
			of: "regCount",
			count: next.capacity + 1
		}], { capacity: "cannot be less than the number of runners already registered" });
		preconditions.push({
			kind: "count-at-most",
			marathonId: row.id,
			of: "regCount",
			count: next.capacity
		});
	}
	if (next.startDate > row.shownUntil) next.shownUntil = next.startDate;
	next.past = 0;
	const told = noticeOfChange(row, next, op, now);
	if (!("capacity" in changes || "startDate" in changes || "cancelled" in changes)) return accept([{
		kind: "put-marathon",
		row: next
	}, ...told], preconditions, conflicts);
	const filled = fillPlaces(next, 0, now);
	return accept([
		{
			kind: "put-marathon",
			row: next
		},
		...told,
		...filled.effects
	], [...preconditions, ...filled.preconditions], conflicts);
}
/** The owner deletes the marathon. If it does not exist, the verdict is applied. Runners keep their applications. */
function deleteMarathon(state, op, actor) {
	const preconditions = [{
		kind: "marathon",
		id: op.id
	}];
	const row = state.marathons.get(op.id);
	if (!row) return accept([], preconditions);
	if (row.ownerUid !== actor.uid) return refuse("FORBIDDEN", preconditions);
	if (op.ifVer !== void 0 && op.ifVer !== row.ver) return refuse("STALE", preconditions);
	return accept([{
		kind: "delete-marathon",
		row
	}], preconditions);
}
/** What is wrong with a ballot, by field: it needs a number of places, and few tickets an account. Null if nothing is. */
function ballotInvalid(marathon) {
	if (marathon.registration !== "ballot") return null;
	if (marathon.capacity === null) return { capacity: "is required for a ballot" };
	if (marathon.perAccount <= 10) return null;
	return { perAccount: atMostInBallot(10) };
}
var COUNTS = [
	"regCount",
	"waitingCount",
	"enteredCount"
];
/** The columns of a marathon's seed. A ballot has a secret seed from the start, and tells only its hash. */
function seedFields(registration, seed) {
	const secretSeed = registration === "ballot" ? seed : null;
	return {
		secretSeed,
		commitment: secretSeed === null ? null : commitmentOf(secretSeed),
		seed: null
	};
}
function isDated(dates) {
	return dates.regStart !== null && dates.regEnd !== null && dates.startDate !== null;
}
function datesInvalid(dates) {
	const missing = Object.entries(dates).filter(([, value]) => value === null);
	return Object.fromEntries(missing.map(([field]) => [field, "must be a date that exists"]));
}
/**
* The values that the user saw, with dates as instants. A date alone that names the stored day is the stored instant.
*/
function seenFields(op, row) {
	const seen = tidyBase(op.base, marathonFields);
	if (seen === null) return null;
	const dates = DATE_FIELDS.filter(([field]) => typeof seen[field] === "string");
	return {
		...seen,
		...Object.fromEntries(dates.map(([field, edge]) => {
			const sent = String(seen[field]);
			return [field, toUpdatedInstant(sent, row[field], row.timeZone, edge) ?? sent];
		}))
	};
}
/**
* The patch with its dates as instants, in the marathon's time zone after the update. An impossible date is undefined.
*/
function resolveDates(patch, row) {
	const zone = patch.timeZone ?? row.timeZone;
	const resolved = { ...patch };
	for (const [field, edge] of DATE_FIELDS) {
		const sent = patch[field];
		if (sent === void 0) continue;
		resolved[field] = toUpdatedInstant(sent, row[field], zone, edge) ?? void 0;
	}
	return resolved;
}
// worker/ops/decide/decide.ts
/** What is said of a create with an id that belongs to another account. */
var OTHERS_ID = { id: "was made by another account" };
/**
* Decides one op: its verdict, its effects, and the preconditions that the verdict depends on. The function is pure: it
* changes nothing, and equal arguments give equal decisions.
* @param now the server's time, ms since the epoch
* @param fresh random values, for what this op makes
*/
function decide(state, op, actor, now, fresh) {
	if (kindOf(op.type).action === "create" && !mayMake(op.id, actor.uid)) return refuse("INVALID", [], OTHERS_ID);
	switch (op.type) {
		case "marathon.create": return createMarathon(state, op, actor, now, fresh.seed);
		case "marathon.update": return updateMarathon(state, op, actor, now, fresh.seed);
		case "marathon.delete": return deleteMarathon(state, op, actor);
		case "marathon.draw": return drawBallot(state, op, actor, now);
		case "application.create": return createApplication(state, op, actor, now, fresh.code);
		case "application.update": return updateApplication(state, op, actor);
		case "application.delete": return deleteApplication(state, op, actor, now);
		case "application.assignBib": return assignBib(state, op, actor);
		case "checkIn.create": return createCheckIn(state, op, actor, now);
		case "checkIn.void": return voidCheckIn(state, op, actor, now);
		case "checkIn.confirm": return confirmCheckIn(state, op, actor);
		case "notice.create": return createNotice(state, op, actor, now);
		case "notice.delete": return deleteNotice(state, op, actor);
	}
}
// worker/ops/decide-all.ts
/**
* Decides the ops of requests in order, until one needs a commit of those before it.
*
* - A recorded op keeps its verdict, and has no second effect.
* - A request that is not acceptable is refused as a whole: WRONG_ACCOUNT for an op id that another account used; INVALID
*   for an op id that its account used for another op; RATE_LIMITED for an account over its budget; UNAUTHENTICATED if
*   the actor's session was ended.
* - A request with a cursor of another epoch is halted. The database was restored, and the ops may rest on earlier ones
*   that it has forgotten and that the phone sends again (INV-22).
*/
function decideAll(requests, read, now, isLimited) {
	const outcomes = /* @__PURE__ */ new Map();
	const decided = [];
	const done = /* @__PURE__ */ new Map();
	for (const request of requests) {
		const { actor, ops } = request;
		const outcome = withoutDecision(request, read, done, now, isLimited);
		if (outcome) {
			outcomes.set(request, outcome);
			continue;
		}
		const opResults = [];
		for (const op of ops) {
			let result = done.get(op.opId)?.result ?? recordedResult(op, read.recorded.get(op.opId));
			if (!result) {
				const decision = decideNext(read.state, op, actor, now, decided.length === 0);
				if (!decision) return {
					outcomes,
					decided,
					isCut: true
				};
				decided.push({
					uid: actor.uid,
					op,
					decision
				});
				const modified = decision.effects.some((effect) => effect.kind !== "count") ? 1 : 0;
				result = {
					verdict: {
						opId: op.opId,
						...decision.verdict
					},
					targetId: op.id,
					modified
				};
			}
			done.set(op.opId, {
				uid: actor.uid,
				content: op.content,
				result
			});
			opResults.push(result);
		}
		outcomes.set(request, {
			kind: "decided",
			opResults
		});
	}
	return {
		outcomes,
		decided,
		isCut: false
	};
}
/**
* Decides one op, and applies its effects to the state.
* @returns null if the op can only be decided after a commit of those before it
*/
function decideNext(state, op, actor, now, isFirst) {
	if (state.mayBePromoted(op.id) || state.hasDrawn) return null;
	const decision = decide(state, op, actor, now, {
		seed: newSeed(),
		code: newEntryCode()
	});
	if (decision.effects.some((effect) => effect.kind === "draw") && !isFirst) return null;
	state.apply(decision.effects);
	return decision;
}
/**
* The outcome of a request whose ops are not to be decided: it is not acceptable, or its cursor is of another epoch.
* Null for every other request.
*/
function withoutDecision(request, read, done, now, isLimited) {
	const { actor, ops, cursor } = request;
	const account = read.accounts.get(actor.uid);
	try {
		if (actor.issuedAt !== void 0) assertNotEnded(actor.issuedAt, account?.sessionsEnd ?? null);
		if (cursor && parseCursor(cursor).epoch !== read.epoch) return {
			kind: "halted",
			code: "UNAVAILABLE"
		};
		const contents = /* @__PURE__ */ new Map();
		for (const [index, op] of ops.entries()) {
			assertSameOp(index, op, actor, read.recorded.get(op.opId), done.get(op.opId), contents.get(op.opId));
			contents.set(op.opId, op.content);
		}
		const isNew = ops.some(({ opId }) => !read.recorded.has(opId) && !done.has(opId));
		if (isLimited && isNew) assertWithinBudget(account?.spentUntil ?? null, now);
		return null;
	} catch (error) {
		if (error instanceof Problem) return {
			kind: "refused",
			problem: error
		};
		throw error;
	}
}
function recordedResult(op, record) {
	if (!record) return void 0;
	return {
		verdict: {
			opId: op.opId,
			...record.verdict
		},
		targetId: record.targetId,
		modified: record.modified
	};
}
/**
* @param index the op's place in the request, which the problem names
* @param record what is recorded under its op id
* @param done an op of an earlier request of this batch with the same op id
* @param earlier the content of an earlier op of this request with the same op id
* @throws Problem WRONG_ACCOUNT, INVALID if its op id stands for another op
*/
function assertSameOp(index, op, actor, record, done, earlier) {
	const field = `ops.${index}.opId`;
	if (record && record.uid !== actor.uid || done && done.uid !== actor.uid) throw new Problem("WRONG_ACCOUNT", "This operation belongs to another account.", { fields: { [field]: "is recorded for another account" } });
	const content = earlier ?? done?.content;
	if (record && !isOf(op, record) || content !== void 0 && content !== op.content) throw new Problem("INVALID", "This operation id was used for something else.", { fields: { [field]: "was used for something else" } });
}
/**
* Is this the op that was recorded under its op id? For a create the row id is not compared: a create without a row id
* gets a new one at each attempt.
*/
function isOf(op, record) {
	if (record.type !== op.type) return false;
	if (record.targetId !== op.id && actionOf(op) !== "create") return false;
	return record.content === null || record.content === op.content;
}
// worker/ops/running-state.ts
/** The state of one batch. The effects of each decided op are applied to it, so that the next op sees them. */
var RunningState = class {
	marathons = /* @__PURE__ */ new Map();
	applications = /* @__PURE__ */ new Map();
	checkIns = /* @__PURE__ */ new Map();
	notices = /* @__PURE__ */ new Map();
	written = /* @__PURE__ */ new Map();
	scans = /* @__PURE__ */ new Map();
	people = /* @__PURE__ */ new Map();
	bibs = /* @__PURE__ */ new Map();
	gone = /* @__PURE__ */ new Map();
	helping = /* @__PURE__ */ new Map();
	applied = /* @__PURE__ */ new Map();
	entered = /* @__PURE__ */ new Map();
	/** Has this batch drawn a ballot? The rows of its applications are known only when the batch is written. */
	hasDrawn = false;
	/** The marathons to which this batch has promoted somebody. */
	#promoting = /* @__PURE__ */ new Set();
	owned = /* @__PURE__ */ new Map();
	/** The rows as they are now: what is applied later is not in the copy. */
	copy() {
		return {
			marathons: new Map(this.marathons),
			applications: new Map(this.applications),
			checkIns: new Map(this.checkIns),
			notices: new Map(this.notices),
			people: new Map(this.people),
			bibs: new Map(this.bibs),
			gone: new Map(this.gone),
			helping: this.helping
		};
	}
	/**
	* May this application have been promoted by an earlier op of the batch? Who is promoted is known only when the
	* batch is written, so its row still says `waiting`.
	*/
	mayBePromoted(id) {
		const row = this.applications.get(id);
		return row?.status === "waiting" && this.#promoting.has(row.marathonId);
	}
	putApplication(row) {
		this.removeApplication(row.id);
		this.applications.set(row.id, row);
		if (row.ownerUid !== null) this.people.set(personSlot(row.marathonId, row.ownerUid, row.personKey), row.id);
		if (row.bibKey !== null) this.bibs.set(bibSlot(row.marathonId, row.bibKey), row.id);
	}
	removeApplication(id) {
		const row = this.applications.get(id);
		if (!row) return;
		this.applications.delete(id);
		if (row.ownerUid !== null) this.people.delete(personSlot(row.marathonId, row.ownerUid, row.personKey));
		if (row.bibKey !== null) this.bibs.delete(bibSlot(row.marathonId, row.bibKey));
	}
	#removeCheckIns(isOf) {
		for (const [id, row] of this.checkIns) if (isOf(row)) this.checkIns.delete(id);
	}
	#removeNotices(isOf) {
		for (const [id, row] of this.notices) if (isOf(row)) this.notices.delete(id);
	}
	#countWritten({ kind, marathonId }, by) {
		if (kind === "written") this.written.set(marathonId, (this.written.get(marathonId) ?? 0) + by);
	}
	#bury(key, ownerUid, organiserUid) {
		this.gone.set(key, {
			ownerUid,
			organiserUid,
			isStripped: false
		});
	}
	#countOwned(type, ownerUid, by) {
		const owned = this.owned.get(ownerUid) ?? {
			marathon: 0,
			application: 0
		};
		this.owned.set(ownerUid, {
			...owned,
			[type]: owned[type] + by
		});
	}
	#countApplied({ marathonId, ownerUid }, by) {
		if (ownerUid === null) return;
		const slot = accountSlot(marathonId, ownerUid);
		this.applied.set(slot, (this.applied.get(slot) ?? 0) + by);
		this.#countOwned("application", ownerUid, by);
	}
	#countScan({ applicationId, byUid }) {
		for (const slot of [applicationId, scanSlot(applicationId, byUid)]) this.scans.set(slot, (this.scans.get(slot) ?? 0) + 1);
	}
	apply(effects) {
		for (const effect of effects) switch (effect.kind) {
			case "put-marathon":
				if (!this.marathons.has(effect.row.id)) this.#countOwned("marathon", effect.row.ownerUid, 1);
				this.marathons.set(effect.row.id, effect.row);
				break;
			case "put-application":
				if (!this.applications.has(effect.row.id)) this.#countApplied(effect.row, 1);
				this.putApplication(effect.row);
				break;
			case "set-bib":
				this.putApplication(effect.row);
				break;
			case "put-check-in":
				if (!this.checkIns.has(effect.row.id)) this.#countScan(effect.row);
				this.checkIns.set(effect.row.id, effect.row);
				break;
			case "put-notice":
				this.notices.set(effect.row.id, effect.row);
				this.#countWritten(effect.row, 1);
				break;
			case "delete-notice":
				this.notices.delete(effect.row.id);
				this.#bury(`notice:${effect.row.id}`, effect.row.organiserUid, effect.row.organiserUid);
				this.#countWritten(effect.row, -1);
				break;
			case "delete-marathon":
				this.#countOwned("marathon", effect.row.ownerUid, -1);
				this.marathons.delete(effect.row.id);
				this.#bury(`marathon:${effect.row.id}`, effect.row.ownerUid, effect.row.ownerUid);
				this.#removeCheckIns((row) => row.marathonId === effect.row.id);
				this.#removeNotices((row) => row.marathonId === effect.row.id);
				break;
			case "delete-application":
				this.#countApplied(effect.row, -1);
				this.removeApplication(effect.row.id);
				this.#bury(`application:${effect.row.id}`, effect.row.ownerUid, effect.row.organiserUid);
				this.#removeCheckIns((row) => row.applicationId === effect.row.id);
				this.#removeNotices((row) => row.applicationId === effect.row.id);
				break;
			case "count": {
				const row = this.marathons.get(effect.marathonId);
				if (!row) break;
				if (effect.promoted > 0) this.#promoting.add(row.id);
				const regCount = row.regCount + effect.registered;
				const waitingCount = row.waitingCount + effect.waiting;
				const enteredCount = row.enteredCount + effect.entered;
				this.marathons.set(row.id, {
					...row,
					regCount,
					waitingCount,
					enteredCount
				});
				break;
			}
			case "draw": this.hasDrawn = true;
		}
	}
};
// worker/ops/read-state.ts
var MARATHON = packRows(marathon$1, "m");
var APPLICATION = packRows(application$1, "a");
var CORE = packRows(application$1, "a", APPLICATION_TEXTS);
var CHECK_IN = packRows(checkIn$1, "c");
var NOTICE = packRows(notice$1, "o");
var RECORD = packRows(opRecord, "r");
var HELPER = packRows(helper, "h");
var GONE = packRows(tombstone, "t");
/**
* Most ids in one cell: D1's limit for a string is 2 MB. It is no parameter of the statement: D1 binds numbers as REAL,
* and the division would make each row a part of its own.
*/
var ENTERED_A_CELL = 1e4;
/**
* Reads everything that the ops may depend on, in one round trip:
* - the records of the ops,
* - the marathons and applications that the ops name, and the tombstones of those ids,
* - the check-ins that the ops name, their marathons, and how many check-ins a scanned application has, in all and of
*   the account,
* - the notices that the ops name, and at the marathons of new notices the number of those that the organiser wrote,
* - of an application that is edited all columns, of all others no texts (`ApplicationCore`),
* - the callers' own applications that have the name of a new one, or perhaps the new name of a renamed one,
* - at the marathons of new applications, the number of the callers' own,
* - the entrants of the caller who have a bib that its op assigns, also to an application that the batch creates,
* - what the callers are as helpers at the marathons of the check-ins,
* - each account's budget, and when its sessions were ended,
* - each account's number of rows of each type that an op creates,
* - the epoch of the database,
* - the ids of the applications in the ballots that a caller draws. They are a second statement of the same batch.
*
* Each list of ids is one JSON parameter, because D1 binds at most 100 parameters.
*/
async function readState(d1, opsOf) {
	const ops = opsOf.map(({ op }) => op);
	const uids = listed$1(new Set(opsOf.map(({ uid }) => uid)));
	const { ids, writtenAt, scanned } = namedIds(opsOf);
	const marathonIds = listed$1(ids.marathon);
	const applicationIds = listed$1(ids.application);
	const ofApplications = sql`SELECT marathon_id FROM application WHERE id IN (${applicationIds})`;
	const named = [...ids.marathon].map((id) => ({
		type: "marathon",
		id
	}));
	named.push(...[...ids.application].map((id) => ({
		type: "application",
		id
	})));
	named.push(...[...ids.notice].map((id) => ({
		type: "notice",
		id
	})));
	const edited = ops.filter(({ type }) => type === "application.update").map(({ id }) => id);
	const { taken, renamed, renamedNew } = wantedNames(opsOf);
	const persons = jsonParameters(taken).map((json) => sql`SELECT value FROM json_each(${json})`);
	const slots = [...renamed.length > 0 ? [sql`SELECT marathon_id, owner_uid FROM application WHERE id IN (${listed$1(renamed)}) AND owner_uid IN (${uids})`] : [], ...renamedNew.length > 0 ? [sql`SELECT value->>'marathonId' AS marathon_id, value->>'uid' AS owner_uid
          FROM json_each(${JSON.stringify(renamedNew)})`] : []];
	const ofRenamed = slots.length === 0 ? sql`` : sql`UNION SELECT p.id FROM (${sql.join(slots, sql` UNION `)}) w
          CROSS JOIN application p ON p.marathon_id = w.marathon_id AND p.owner_uid = w.owner_uid`;
	const namesakes = sql`UNION SELECT p.id FROM (${sql.join(persons.length > 0 ? persons : [listed$1([])], sql` UNION ALL `)}) e CROSS JOIN application p
      ON p.marathon_id = e.value->>'marathonId' AND p.owner_uid = e.value->>'uid' AND p.person_key = e.value->>'person'
    ${ofRenamed}`;
	const bibs = wantedBibs(opsOf);
	const holders = bibs.length === 0 ? sql`` : sql`UNION SELECT h.id FROM json_each(${JSON.stringify(bibs)}) e
          LEFT JOIN application w ON w.id = e.value->>'id' AND w.organiser_uid = e.value->>'uid'
          CROSS JOIN application h ON h.marathon_id = coalesce(w.marathon_id, e.value->>'marathonId')
            AND h.bib_key = e.value->>'key'`;
	const ofCaller = ids.application.size === 0 ? sql`` : sql`UNION ALL SELECT * FROM (
          SELECT 'application', ${APPLICATION.packedRow} FROM application a WHERE id IN (${listed$1(edited)})
          UNION ALL SELECT 'core', ${CORE.packedRow} FROM application a WHERE id IN (${applicationIds} ${holders} ${namesakes}))`;
	const isOfCheckIn = ids.checkIn.size > 0;
	const checkInIds = listed$1(ids.checkIn);
	const ofCheckIns = isOfCheckIn ? sql`UNION SELECT marathon_id FROM check_in WHERE id IN (${checkInIds})` : sql``;
	const checkIns = isOfCheckIn ? sql`UNION ALL SELECT 'checkIn', ${CHECK_IN.packedRow} FROM check_in c WHERE id IN (${checkInIds})
        UNION ALL SELECT 'helper', ${HELPER.packedRow} FROM helper h
          WHERE uid IN (${uids}) AND marathon_id IN (${marathonIds} ${ofCheckIns})` : sql``;
	const notices = ids.notice.size === 0 ? sql`` : sql`UNION ALL SELECT 'notice', ${NOTICE.packedRow} FROM notice o WHERE id IN (${listed$1(ids.notice)})`;
	const counted = [...scanned.values(), ...appliedAt(opsOf)];
	for (const id of writtenAt) counted.push({
		kind: "written",
		slot: id,
		id
	});
	const counts = counted.length === 0 ? sql`` : sql`UNION ALL SELECT e.value->>'kind', json_array(e.value->>'slot', CASE e.value->>'kind'
          WHEN 'written' THEN (SELECT count(*) FROM notice WHERE marathon_id = e.value->>'id' AND kind = 'written')
          WHEN 'applied' THEN
            (SELECT count(*) FROM application WHERE marathon_id = e.value->>'id' AND owner_uid = e.value->>'uid')
          ELSE (SELECT count(*) FROM (SELECT 1 FROM check_in WHERE application_id = e.value->>'id'
            AND (e.value->>'uid' IS NULL OR +by_uid = e.value->>'uid') LIMIT ${literal(MAX_SCANS_OF_ALL)})) END)
        FROM json_each(${JSON.stringify(counted)}) e`;
	const owned = (type) => ops.some((op) => op.type === `${type}.create`) ? sql`(SELECT count(*) FROM ${sql.raw(type)} WHERE owner_uid = u.value)` : sql`0`;
	const draws = opsOf.filter(({ op }) => op.type === "marathon.draw").map(({ uid, op }) => ({
		uid,
		id: op.id
	}));
	const main = statement(d1, sql`SELECT 'account' AS kind, json_array(u.value, b.spent_until, ${owned("marathon")}, ${owned("application")},
        (SELECT epoch FROM clock), a.sessions_after, a.deleted_at) AS packedRow
        FROM (${uids}) u LEFT JOIN op_budget b ON b.uid = u.value LEFT JOIN account a ON a.uid = u.value
      UNION ALL SELECT 'record', ${RECORD.packedRow} FROM op_record r
        WHERE op_id IN (${listed$1(ops.map((op) => op.opId))})
      UNION ALL SELECT 'gone', ${GONE.packedRow} FROM json_each(${JSON.stringify(named)}) e
        CROSS JOIN tombstone t ON t.type = e.value->>'type' AND t.id = e.value->>'id'
      UNION ALL SELECT * FROM (
        SELECT 'marathon', ${MARATHON.packedRow} FROM marathon m
          WHERE id IN (${marathonIds} UNION ${ofApplications} ${ofCheckIns})
        ${checkIns} ${notices} ${counts})
      ${ofCaller}`);
	const [read, entered] = draws.length > 0 ? await d1.batch([main, enteredIds(d1, draws)]) : [await main.all()];
	return toState(rowsOf(read), rowsOf(entered));
}
/** The ids that ops name: rows of each type, marathons of new notices, and by slot the applications that are scanned. */
function namedIds(opsOf) {
	const ids = {
		marathon: /* @__PURE__ */ new Set(),
		application: /* @__PURE__ */ new Set(),
		checkIn: /* @__PURE__ */ new Set(),
		notice: /* @__PURE__ */ new Set()
	};
	const writtenAt = /* @__PURE__ */ new Set();
	const scanned = /* @__PURE__ */ new Map();
	for (const { uid, op } of opsOf) {
		ids[kindOf(op.type).entity].add(op.id);
		if (!(op.type === "application.create" || op.type === "checkIn.create" || op.type === "notice.create") || !op.patch.success) continue;
		ids.marathon.add(op.patch.data.marathonId);
		if (op.type === "notice.create") writtenAt.add(op.patch.data.marathonId);
		if (op.type !== "checkIn.create") continue;
		const id = op.patch.data.applicationId;
		const slot = scanSlot(id, uid);
		ids.application.add(id);
		scanned.set(id, {
			kind: "scans",
			slot: id,
			id
		}).set(slot, {
			kind: "scans",
			slot,
			id,
			uid
		});
	}
	return {
		ids,
		writtenAt,
		scanned
	};
}
/**
* The names of new applications, and the applications that get another name. What that is, only the row tells: an edit
* may have the first name alone. An application that an op before creates has no row yet, so `renamedNew` names its
* marathon and its account.
*/
function wantedNames(opsOf) {
	const taken = [];
	const renamed = [];
	const renamedNew = [];
	const marathonOf = /* @__PURE__ */ new Map();
	for (const { uid, op } of opsOf) {
		if (!op.patch.success) continue;
		if (op.type === "application.create") {
			const { marathonId, firstName, lastName } = op.patch.data;
			taken.push({
				marathonId,
				uid,
				person: personKey(firstName, lastName)
			});
			marathonOf.set(op.id, marathonId);
		}
		const isRenamed = op.type === "application.update" && ("firstName" in op.patch.data || "lastName" in op.patch.data);
		const marathonId = marathonOf.get(op.id);
		if (isRenamed) renamed.push(op.id);
		if (isRenamed && marathonId) renamedNew.push({
			marathonId,
			uid
		});
	}
	return {
		taken,
		renamed,
		renamedNew
	};
}
/** The marathons at which each account wants to apply. */
function appliedAt(opsOf) {
	const counted = /* @__PURE__ */ new Map();
	for (const { uid, op } of opsOf) {
		if (op.type !== "application.create" || !op.patch.success) continue;
		const { marathonId: id } = op.patch.data;
		const slot = accountSlot(id, uid);
		counted.set(slot, {
			kind: "applied",
			slot,
			id,
			uid
		});
	}
	return [...counted.values()];
}
/** @param rows of the main statement @param entered parts of the lists of ids in the ballots that are drawn */
function toState(rows, entered) {
	const state = new RunningState();
	const recorded = /* @__PURE__ */ new Map();
	const accounts = /* @__PURE__ */ new Map();
	let epoch = "";
	for (const { kind, packedRow } of rows) if (kind === "account") {
		const [uid, spentUntil, marathons, applications, ofClock, after, deletedAt] = JSON.parse(packedRow);
		accounts.set(uid, {
			spentUntil,
			sessionsEnd: after === null ? null : {
				after,
				deletedAt
			}
		});
		state.owned.set(uid, {
			marathon: marathons,
			application: applications
		});
		epoch = ofClock;
	} else if (kind === "marathon") {
		const row = MARATHON.row(packedRow);
		state.marathons.set(row.id, row);
	} else if (kind === "application") state.putApplication(APPLICATION.row(packedRow));
	else if (kind === "core") {
		const row = CORE.row(packedRow);
		if (!state.applications.has(row.id)) state.putApplication(row);
	} else if (kind === "checkIn") {
		const row = CHECK_IN.row(packedRow);
		state.checkIns.set(row.id, row);
	} else if (kind === "helper") {
		const row = HELPER.row(packedRow);
		state.helping.set(accountSlot(row.marathonId, row.uid), row);
	} else if (kind === "notice") {
		const row = NOTICE.row(packedRow);
		state.notices.set(row.id, row);
	} else if (kind === "written" || kind === "scans" || kind === "applied") {
		const [id, count] = JSON.parse(packedRow);
		state[kind].set(id, count);
	} else if (kind === "gone") {
		const { type, id, seq, ownerUid, organiserUid } = GONE.row(packedRow);
		state.gone.set(`${type}:${id}`, {
			ownerUid,
			organiserUid,
			isStripped: seq === null
		});
	} else {
		const record = RECORD.row(packedRow);
		recorded.set(record.opId, {
			...record,
			verdict: JSON.parse(record.verdict)
		});
	}
	for (const { marathonId, ids } of entered) state.entered.set(marathonId, [...state.entered.get(marathonId) ?? [], ...JSON.parse(ids)]);
	return {
		state,
		recorded,
		accounts,
		epoch
	};
}
/**
* The ids of the applications in these ballots of their organisers. A cell has at most ENTERED_A_CELL of them. The `+`
* keeps SQLite from reading the applications of all marathons of an organiser.
*/
function enteredIds(d1, draws) {
	return statement(d1, sql`WITH numbered AS (SELECT marathon_id, application.id, (row_number() OVER (PARTITION BY marathon_id) - 1) / ${sql.raw(String(ENTERED_A_CELL))} AS part
      FROM json_each(${JSON.stringify(draws)}) e JOIN application ON marathon_id = e.value->>'id'
        AND +organiser_uid = e.value->>'uid' AND status = 'entered')
    SELECT n.marathon_id AS marathonId, json_group_array(n.id) AS ids FROM numbered n GROUP BY n.marathon_id, n.part`);
}
/**
* The keys of the bibs that ops assign, with the application that gets them. No row tells the marathon of an
* application that other ops of the batch create, so `marathonId` does. Two creates may name different marathons: then
* the bib is returned for each of them.
*/
function wantedBibs(opsOf) {
	const creates = opsOf.flatMap(({ op }) => op.type === "application.create" && op.patch.success ? [{
		id: op.id,
		marathonId: op.patch.data.marathonId
	}] : []);
	const createsOf = Map.groupBy(creates, ({ id }) => id);
	return opsOf.flatMap(({ uid, op }) => {
		const bib = op.type === "application.assignBib" ? op.patch.data?.bib : void 0;
		if (typeof bib !== "string") return [];
		return (createsOf.get(op.id)?.map(({ marathonId }) => marathonId) ?? [void 0]).map((marathonId) => ({
			uid,
			id: op.id,
			key: bibKey(bib),
			marathonId
		}));
	});
}
/** Is an op recorded under this id? */
async function isRecorded(d1, opId) {
	return (await allRows(d1, sql`SELECT 1 FROM op_record WHERE op_id = ${opId}`)).length > 0;
}
function listed$1(values) {
	return sql`SELECT value FROM json_each(${JSON.stringify([...values])})`;
}
// worker/ops/net-changes.ts
/** The net result of all effects: the last state of each row, and the sum of the changes of each count. */
function collectChanges(decided) {
	const marathons = /* @__PURE__ */ new Map();
	const applications = /* @__PURE__ */ new Map();
	/** Those of which nothing but the bib changes. */
	const bibs = /* @__PURE__ */ new Map();
	const checkIns = /* @__PURE__ */ new Map();
	const notices = /* @__PURE__ */ new Map();
	const deletedNotices = /* @__PURE__ */ new Map();
	const deletedMarathons = /* @__PURE__ */ new Map();
	const deletedApplications = /* @__PURE__ */ new Map();
	const counts = /* @__PURE__ */ new Map();
	const draws = [];
	for (const effect of decided.flatMap(({ decision }) => decision.effects)) {
		if (effect.kind === "put-marathon") marathons.set(effect.row.id, effect.row);
		if (effect.kind === "put-application") {
			applications.set(effect.row.id, effect.row);
			bibs.delete(effect.row.id);
		}
		if (effect.kind === "set-bib") {
			if (applications.has(effect.row.id) && isWhole(effect.row)) applications.set(effect.row.id, effect.row);
			else bibs.set(effect.row.id, effect.row);
		}
		if (effect.kind === "put-check-in") checkIns.set(effect.row.id, effect.row);
		if (effect.kind === "put-notice") notices.set(effect.row.id, effect.row);
		if (effect.kind === "delete-notice") {
			const { id, organiserUid, marathonId } = effect.row;
			notices.delete(id);
			deletedNotices.set(id, {
				id,
				organiserUid,
				marathonId
			});
		}
		if (effect.kind === "delete-marathon") {
			marathons.delete(effect.row.id);
			const { id, ownerUid, shownUntil } = effect.row;
			deletedMarathons.set(id, {
				id,
				ownerUid,
				shownUntil
			});
			for (const [id, row] of checkIns) if (row.marathonId === effect.row.id) checkIns.delete(id);
			for (const [id, row] of notices) if (row.marathonId === effect.row.id) notices.delete(id);
		}
		if (effect.kind === "delete-application") {
			applications.delete(effect.row.id);
			bibs.delete(effect.row.id);
			const { id, ownerUid, organiserUid, marathonId } = effect.row;
			deletedApplications.set(id, {
				id,
				ownerUid,
				organiserUid,
				marathonId
			});
			for (const [checkInId, row] of checkIns) if (row.applicationId === id) checkIns.delete(checkInId);
		}
		if (effect.kind === "draw") draws.push(effect);
		if (effect.kind === "count") {
			const sum = counts.get(effect.marathonId) ?? {
				registered: 0,
				waiting: 0,
				entered: 0,
				promoted: 0
			};
			sum.registered += effect.registered;
			sum.waiting += effect.waiting;
			sum.entered += effect.entered;
			sum.promoted += effect.promoted;
			counts.set(effect.marathonId, sum);
		}
	}
	return {
		marathons: [...marathons.values()],
		applications: [...applications.values()],
		bibs: [...bibs.values()].map(({ id, bib, bibKey, ver }) => ({
			id,
			bib,
			bibKey,
			ver
		})),
		checkIns: [...checkIns.values()],
		notices: [...notices.values()],
		deletedNotices: [...deletedNotices.values()],
		deletedMarathons: [...deletedMarathons.values()],
		deletedApplications: [...deletedApplications.values()],
		counts: [...counts].filter(([, { registered, waiting, entered }]) => registered !== 0 || waiting !== 0 || entered !== 0).map(([id, { registered, waiting, entered }]) => ({
			id,
			registered,
			waiting,
			entered
		})),
		draws,
		promotions: [...counts].filter(([, { promoted }]) => promoted > 0).map(([id, { promoted }]) => ({
			id,
			promoted
		}))
	};
}
// worker/ops/write-ops.ts
/** Most applications that one statement of a draw, or of the notices of a promotion, is about. */
var DRAW_ROWS = 5e3;
/**
* The write batch: it moves the clock, runs the guards, and writes the rows and the op records. All rows of a table are
* one JSON parameter, or a few where they are large.
*
* - Guards re-check every precondition of every verdict, rejections included. A guard that fails aborts the batch.
* - Every written row and every op record gets its own seq. D1 runs batches one after another, so the order of seq is
*   the order of commits.
* @returns the statements, and `noticesOf`, which tells from their results which notices they made
*/
function writeStatements(d1, request) {
	const { decided, before, now, isLimited } = request;
	const numbered = number(request);
	const { change, seqs } = numbered;
	const clockBefore = sql`(SELECT seq FROM clock) - ${seqs}`;
	const decidedAt = new Date(now).toISOString();
	const costs = /* @__PURE__ */ new Map();
	for (const one of decided) costs.set(one.uid, (costs.get(one.uid) ?? 0) + costOf(one, before));
	const promotions = change.promotions.map((one) => {
		const isDeleted = change.deletedMarathons.some(({ id }) => id === one.id);
		return {
			promote: promotionStatement(one, decidedAt, clockBefore),
			notices: isDeleted ? [] : promotionNotices(one, decidedAt, clockBefore)
		};
	});
	const statements = [
		sql`UPDATE clock SET seq = seq + ${seqs} WHERE id = 1 RETURNING seq`,
		...guards(request),
		...isLimited ? [charge(costs, now)] : [],
		...deletions(numbered, decidedAt),
		...puts(numbered, before),
		...change.trims.flatMap((trim) => trimStatements(trim, decidedAt, clockBefore)),
		...counts(numbered, before),
		...promotions.flatMap(({ promote, notices }) => [promote, ...notices]),
		...change.draws.flatMap((draw) => drawStatements(draw, clockBefore)),
		...opRecords(numbered, decidedAt)
	];
	const noticeStatements = new Set(promotions.flatMap(({ notices }) => notices));
	return {
		writes: statements.map((query) => statement(d1, query)),
		noticesOf: (results) => [...change.notices.map(({ id, marathonId, kind, urgent, toUid }) => {
			return {
				id,
				marathonId,
				kind,
				urgent: urgent === 1,
				to: toUid
			};
		}), ...statements.flatMap((query, index) => noticeStatements.has(query) ? rowsOf(results[index]) : []).map((row) => ({
			...row,
			kind: PROMOTED.kind,
			urgent: PROMOTED.urgent === 1
		}))]
	};
}
/**
* Gives each row that is written, and each op record, its number in the batch, from 1. `seqs` is the last number. A
* part that changes rows which are not known yet gets a range, which begins with `first`.
*/
function number({ decided }) {
	const change = collectChanges(decided);
	let seqs = 0;
	const withSeq = (values) => values.map((value) => ({
		...value,
		offset: ++seqs
	}));
	const range = (count) => {
		const first = seqs + 1;
		seqs += count;
		return first;
	};
	const ofServer = Map.groupBy(change.notices.filter(({ kind }) => kind !== "written"), ({ marathonId }) => marathonId);
	return {
		change: {
			records: withSeq(decided.map(({ uid, op, decision }) => ({
				opId: op.opId,
				uid,
				type: op.type,
				id: op.id,
				verdict: verdictText(decision.verdict),
				modified: decision.effects.some((effect) => effect.kind !== "count") ? 1 : 0,
				content: op.content
			}))),
			deletedMarathons: withSeq(change.deletedMarathons),
			deletedApplications: withSeq(change.deletedApplications),
			marathons: withSeq(change.marathons),
			applications: withSeq(change.applications),
			bibs: withSeq(change.bibs),
			checkIns: withSeq(change.checkIns),
			deletedNotices: withSeq(change.deletedNotices),
			notices: withSeq(change.notices),
			counts: withSeq(change.counts),
			promotions: change.promotions.map((one) => ({
				...one,
				first: range(2 * one.promoted)
			})),
			trims: [...ofServer].map(([marathonId, { length: count }]) => ({
				marathonId,
				count,
				first: range(count)
			})),
			draws: change.draws.map((draw) => ({
				...draw,
				first: range(draw.order.length)
			}))
		},
		seqs,
		seqOf: sql`(SELECT seq FROM clock) - ${seqs} + (e.value->>'offset')`
	};
}
/** The statement for these rows, or a few where they are large; none without rows. */
function forRows(rows, query) {
	return jsonParameters(rows).map((json) => query(sql`json_each(${json}) e`));
}
/** Deletes rows with what belongs to them, and leaves their tombstones. */
function deletions({ change, seqOf }, decidedAt) {
	const { deletedMarathons, deletedApplications, deletedNotices } = change;
	const listed = (list) => sql`(SELECT e.value->>'id' FROM ${list})`;
	return [
		...forRows(deletedMarathons, (list) => sql`DELETE FROM marathon WHERE id IN ${listed(list)}`),
		...forRows(deletedApplications, (list) => sql`DELETE FROM application WHERE id IN ${listed(list)}`),
		...forRows(deletedApplications, (list) => sql`DELETE FROM check_in WHERE application_id IN ${listed(list)}`),
		...forRows(deletedMarathons, (list) => sql`DELETE FROM check_in WHERE marathon_id IN ${listed(list)}`),
		...forRows(deletedMarathons, (list) => sql`INSERT INTO tombstone (type, id, owner_uid, shown_until, deleted_at, seq)
      SELECT 'marathon', e.value->>'id', e.value->>'ownerUid', e.value->>'shownUntil', ${decidedAt}, ${seqOf} FROM ${list}`),
		...forRows(deletedApplications, (list) => sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
      SELECT 'application', e.value->>'id', e.value->>'ownerUid', e.value->>'organiserUid', e.value->>'marathonId',
        ${decidedAt}, ${seqOf} FROM ${list}`),
		...forRows(deletedNotices, (list) => sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
      SELECT 'notice', e.value->>'id', e.value->>'organiserUid', e.value->>'organiserUid', e.value->>'marathonId',
        ${decidedAt}, ${seqOf} FROM ${list} WHERE true
      ${replaceTombstone}`),
		...forRows(deletedNotices, (list) => sql`DELETE FROM notice WHERE id IN ${listed(list)}`),
		...forRows(deletedMarathons, (list) => sql`DELETE FROM notice WHERE marathon_id IN ${listed(list)}`),
		...forRows(deletedApplications, (list) => sql`DELETE FROM notice WHERE application_id IN ${listed(list)}`),
		...forRows(deletedMarathons, (list) => sql`DELETE FROM draw WHERE marathon_id IN ${listed(list)}`)
	];
}
/** Writes the rows that were made or changed. */
function puts({ change, seqOf }, before) {
	const { marathons, applications, bibs, checkIns, notices } = change;
	const changed = applications.filter((row) => before.applications.has(row.id));
	const idOf = ({ id }) => ({ id });
	return [
		...forRows(marathons, (list) => put(MARATHON$1, list, seqOf)),
		...forRows(changed.map(idOf), (list) => sql`UPDATE application
      SET person_key = char(10) || id, bib_key = NULL WHERE id IN (SELECT e.value->>'id' FROM ${list})`),
		...forRows(bibs.map(idOf), (list) => sql`UPDATE application SET bib_key = NULL WHERE id IN (SELECT e.value->>'id' FROM ${list})`),
		...forRows(applications, (list) => put(APPLICATION$1, list, seqOf)),
		...forRows(bibs, (list) => sql`UPDATE application SET bib = e.value->>'bib', bib_key = e.value->>'bibKey', ver = e.value->>'ver', seq = ${seqOf}
        FROM ${list} WHERE application.id = e.value->>'id'`),
		...forRows(changed.filter((row) => !before.marathons.has(row.marathonId)), (list) => sql`UPDATE tombstone SET may_have_contacts = 1
      WHERE type = 'marathon' AND id IN (SELECT e.value->>'marathonId' FROM ${list})`),
		...forRows(checkIns, (list) => put(CHECK_IN$1, list, seqOf)),
		...forRows(notices, (list) => put(NOTICE$1, list, seqOf))
	];
}
/** Changes the counts of marathons, and puts new applications that wait at the end of the waiting list. */
function counts({ change, seqOf }, before) {
	return [...forRows(change.counts, (list) => sql`UPDATE marathon SET reg_count = reg_count + (e.value->>'registered'),
        waiting_count = waiting_count + (e.value->>'waiting'),
        entered_count = entered_count + (e.value->>'entered'), seq = ${seqOf}
      FROM ${list} WHERE marathon.id = e.value->>'id'`), ...forRows(change.applications.filter((row) => row.status === "waiting" && !before.applications.has(row.id)), (list) => sql`UPDATE application SET waiting_order = seq WHERE id IN (SELECT e.value->>'id' FROM ${list})`)];
}
/** The op records, and after them what must not stay in those about deleted applications. */
function opRecords({ change, seqOf }, decidedAt) {
	return [...forRows(change.records, (list) => sql`INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
      SELECT e.value->>'opId', e.value->>'uid', ${seqOf}, e.value->>'type', e.value->>'id', e.value->>'verdict',
        e.value->>'modified', ${decidedAt}, e.value->>'content' FROM ${list}`), ...forRows(change.deletedApplications, (list) => sql`UPDATE op_record SET verdict = ${WITHOUT_CONTACT}
      WHERE target_id IN (SELECT e.value->>'id' FROM ${list}) AND type LIKE 'application.%' AND ${namesPeople}`)];
}
/** Gives places to the first in the waiting list of a marathon. */
function promotionStatement({ id, promoted, first }, at, before) {
	return sql`UPDATE application SET status = 'registered', waiting_order = NULL, promoted_at = ${at},
      ver = ver + 1, seq = ${before} + w.seqOffset
    FROM (SELECT id, ${first - 1} + row_number() OVER (ORDER BY waiting_order) AS seqOffset FROM application
      WHERE marathon_id = ${id} AND waiting_order IS NOT NULL ORDER BY waiting_order LIMIT ${literal(promoted)}) w
    WHERE application.id = w.id`;
}
/**
* The statements of a draw. All of them are in one transaction, so that nobody sees a part of it. Each changes at most
* DRAW_ROWS rows, because D1 limits the time of a statement. The guard at the end fails if an application of the ballot
* was not in the list: somebody joined while another left. The `+` keeps SQLite from reading all applications of the
* marathon for each id.
*/
function drawStatements({ marathonId, order, places, first }, before) {
	const statements = [];
	for (let from = 0; from < order.length; from += DRAW_ROWS) {
		const ids = JSON.stringify(order.slice(from, from + DRAW_ROWS));
		const seq = sql`${before} + ${first + from} + e.key`;
		statements.push(sql`UPDATE application SET status = iif(${from} + e.key < ${places}, 'registered', 'waiting'),
          waiting_order = iif(${from} + e.key < ${places}, NULL, ${seq}), draw_order = ${from + 1} + e.key,
          ver = ver + 1, seq = ${seq}
        FROM json_each(${ids}) e
        WHERE application.id = e.value AND +marathon_id = ${marathonId} AND status = 'entered'`, sql`INSERT INTO draw (marathon_id, part, places, ids)
        VALUES (${marathonId}, ${from / DRAW_ROWS}, ${places}, ${ids})`);
	}
	statements.push(guard(sql`SELECT NULL WHERE EXISTS (SELECT 1 FROM application
      WHERE marathon_id = ${marathonId} AND status = 'entered')`));
	return statements;
}
/**
* The statements that tell the promoted runners that have an account, one notice each. The applications got the seqs from `first` on in the
* statement before; their notices get the next ones. Each statement inserts at most DRAW_ROWS rows.
*/
function promotionNotices({ id, promoted, first }, at, before) {
	const { kind, text, parts, urgent } = PROMOTED;
	const statements = [];
	for (let from = 0; from < promoted; from += DRAW_ROWS) {
		const count = Math.min(DRAW_ROWS, promoted - from);
		statements.push(sql`INSERT INTO notice (id, marathon_id, organiser_uid, application_id, to_uid, kind, text, parts, urgent,
        at, by_name, ver, seq)
      SELECT lower(hex(randomblob(16))), marathon_id, organiser_uid, id, owner_uid, ${kind}, ${text}, ${parts}, ${urgent},
        ${at}, '', 1, seq + ${promoted} FROM application
      WHERE marathon_id = ${id} AND seq >= ${before} + ${first + from} AND seq < ${before} + ${first + from + count}
        AND owner_uid IS NOT NULL
      RETURNING id, marathon_id AS marathonId, to_uid AS "to"`);
	}
	return statements;
}
/**
* The statements that keep MAX_SYSTEM_NOTICES of the server's notices to everybody at a marathon: the newest. A batch
* that made `count` of them deletes at most as many.
*/
function trimStatements({ marathonId, count, first }, at, before) {
	return [sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
      SELECT 'notice', o.id, o.organiser_uid, o.organiser_uid, ${marathonId}, ${at}, ${before} + ${first - 1} + row_number() OVER (ORDER BY o.seq)
      FROM (SELECT id, organiser_uid, seq FROM notice WHERE marathon_id = ${marathonId} AND to_uid IS NULL AND kind <> 'written'
        ORDER BY seq DESC LIMIT ${literal(count)} OFFSET ${literal(100)}) o WHERE true
      ${replaceTombstone}`, sql`DELETE FROM notice WHERE id IN (SELECT id FROM tombstone
      WHERE type = 'notice' AND seq >= ${before} + ${first} AND seq < ${before} + ${first + count})`];
}
var JITTER_MS = 20;
var HALTED = {
	kind: "halted",
	code: "UNAVAILABLE"
};
/** The commit of a request that has changed nothing. */
function emptyCommit() {
	return {
		seq: 0,
		marathonIds: /* @__PURE__ */ new Set(),
		staffMarathonIds: /* @__PURE__ */ new Set(),
		notices: []
	};
}
/**
* Decides the ops of one or several requests in order and commits them. Most are one part, which is one transaction:
*
*     for each part:  read -> decide (pure, in memory) -> write with guards
*                       ^---- a guard failed: 8 attempts -------'
*
* - An attempt costs two D1 round trips, whatever the number of ops and requests. Without ops, the trailing reads cost
*   one.
* - An op on an application that an earlier op may have promoted begins a part, because it is decided from what was
*   written. A draw is a part of its own, because it changes rows that were not read.
* - A request that is not acceptable is refused as a whole, and the others go on (`decideAll`).
* - A request is halted if a guard fails at all attempts. Its earlier parts are committed; sent again, their ops get the
*   recorded verdicts. So a refusal after a commit is halted too, and the commit is told.
* - Every other error of D1 leaves this function. It is transient and never becomes a rejection.
*/
async function applyOps(d1, requests, options) {
	const outcomes = /* @__PURE__ */ new Map();
	for (const request of requests) if (request.ops.length === 0) outcomes.set(request, {
		kind: "decided",
		opResults: []
	});
	const commit = emptyCommit();
	const created = /* @__PURE__ */ new Set();
	let retries = 0;
	let last;
	for (;;) {
		const open = requests.filter((request) => !outcomes.has(request));
		if (open.length === 0) break;
		last = await applyPart(d1, open, options);
		const hasCommitted = commit.seq > 0;
		for (const [request, outcome] of last.outcomes) outcomes.set(request, hasCommitted && outcome.kind === "refused" ? HALTED : outcome);
		noteCommit(commit, last, created);
		retries += last.retries;
	}
	return {
		outcomes: requests.map((request) => outcomes.get(request) ?? HALTED),
		trailingReads: last?.trailingReads ?? await readAlone(d1, [...outcomes.values()], options),
		commit,
		retries,
		marathons: last?.marathons ?? /* @__PURE__ */ new Map()
	};
}
/** Applies the ops of requests up to the one that needs a commit of those before it. */
async function applyPart(d1, open, options) {
	const { timeSource, isLimited, trailingReads = [] } = options;
	let marathons = /* @__PURE__ */ new Map();
	for (let retries = 0; retries < 8; retries++) {
		if (retries > 0) await pauseAfter(retries);
		const now = timeSource();
		const read = await readState(d1, open.flatMap(({ actor, ops }) => ops.map((op) => ({
			uid: actor.uid,
			op
		}))));
		const before = read.state.copy();
		marathons = before.marathons;
		const { outcomes, decided, isCut } = decideAll(open, read, now, isLimited);
		if (decided.length === 0) return {
			outcomes,
			decided,
			seq: 0,
			notices: [],
			retries,
			marathons
		};
		const { writes, noticesOf } = writeStatements(d1, {
			decided,
			before,
			now,
			isLimited,
			actors: open.filter((request) => outcomes.get(request)?.kind !== "refused").map(({ actor }) => actor)
		});
		try {
			const results = await d1.batch(isCut ? writes : [...writes, ...trailingReads]);
			const seq = results[0]?.results[0]?.seq ?? 0;
			const reads = isCut ? {} : { trailingReads: results.slice(writes.length) };
			return {
				outcomes,
				decided,
				seq,
				notices: noticesOf(results),
				retries,
				marathons,
				...reads
			};
		} catch (error) {
			if (!isGuardFailure(error)) throw error;
		}
	}
	return {
		outcomes: new Map(open.map((request) => [request, HALTED])),
		decided: [],
		seq: 0,
		notices: [],
		retries: 8,
		marathons
	};
}
/** Adds what a part committed. @param created the marathons that an op of the requests created */
function noteCommit(commit, { decided, seq, notices }, created) {
	commit.seq = Math.max(commit.seq, seq);
	commit.notices.push(...notices);
	for (const one of decided) {
		const touched = isStaffOp(one.op.type) ? commit.staffMarathonIds : commit.marathonIds;
		for (const id of marathonIdsOf(one)) if (one.op.type === "marathon.create") created.add(id);
		else if (!created.has(id)) touched.add(id);
	}
}
/** The marathons that the effects of an op touch. */
function marathonIdsOf({ decision }) {
	return decision.effects.map((effect) => {
		if (effect.kind === "count" || effect.kind === "draw") return effect.marathonId;
		return "marathonId" in effect.row ? effect.row.marathonId : effect.row.id;
	});
}
/** Runs the caller's reads where nothing was written. Requests that are all refused are not worth a round trip. */
async function readAlone(d1, outcomes, { trailingReads = [] }) {
	return outcomes.every(({ kind }) => kind === "refused") || trailingReads.length === 0 ? [] : d1.batch(trailingReads);
}
/** A short random pause before the next attempt, longer after more attempts. */
async function pauseAfter(attempt) {
	await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS * attempt));
}
// worker/ops/apply-request.ts
/**
* Applies the ops of one request: by the group commit if that takes them, otherwise directly (`applyOps`). After a group
* commit the trailing reads are a round trip of their own, and `commit` is empty: the group commit tells of it.
* @throws Problem of a request that is refused
*/
async function applyRequest(d1, request, options, group) {
	const { trailingReads = [] } = options;
	const grouped = await group?.submit(request);
	if (grouped) {
		const results = resultsOf(grouped);
		const reads = trailingReads.length > 0 ? await d1.batch(trailingReads) : [];
		return {
			...results,
			trailingReads: reads,
			commit: emptyCommit(),
			retries: 0
		};
	}
	const applied = await applyOps(d1, [request], options);
	group?.learn(request, applied);
	const { outcomes, marathons: _, ...rest } = applied;
	return {
		...resultsOf(outcomes[0]),
		...rest
	};
}
/** @throws Problem of a request that was refused */
function resultsOf(outcome) {
	if (!outcome) throw new Error("the request has no outcome");
	if (outcome.kind === "refused") throw outcome.problem;
	return outcome.kind === "decided" ? {
		opResults: outcome.opResults,
		halted: null
	} : {
		opResults: [],
		halted: { code: outcome.code }
	};
}
// contract/check-in.ts
/** When something happened at the gate, by the phone's clock with its offset to the server's. */
var scanTime = /* @__PURE__ */ datetime(NOT_AN_INSTANT);
/** A scan of an entry. The server adds who made it, from the account. */
var checkInCreateSchema = /* @__PURE__ */ strictObject({
	marathonId: idSchema,
	applicationId: idSchema,
	at: scanTime,
	/** The gate's name as the user typed it; '' for none. */
	gate: line(MAX_LENGTH.gate)
});
/** What takes a scan back: when that was. */
var checkInVoidSchema = /* @__PURE__ */ strictObject({ at: scanTime });
/** The organiser makes an unconfirmed check-in count. The op has no fields. */
var checkInConfirmSchema = /* @__PURE__ */ strictObject({});
/**
* A check-in as the API returns it: one scan of one application. Scans are never merged, so that an application
* may have several.
*/
var checkInSchema = /* @__PURE__ */ object({
	_id: idSchema,
	marathonId: idSchema,
	applicationId: idSchema,
	/** When the application was scanned. */
	at: /* @__PURE__ */ string(),
	gate: /* @__PURE__ */ string(),
	/** The name of the account that scanned it. */
	by: /* @__PURE__ */ string(),
	/** When the scan was taken back; null if it counts. */
	voidedAt: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	/** False for a scan that only the organiser can make count. */
	confirmed: /* @__PURE__ */ boolean(),
	ver: int()
});
// contract/notice.ts
/**
* What a notice is about. `written`: the organiser's own words. The server makes all others: the start, the place or
* the registration window changed, the event was cancelled or takes place again, an application came from the waiting
* list to a place, the ballot was drawn.
*/
var NOTICE_KINDS = [
	"written",
	"start",
	"place",
	"window",
	"cancelled",
	"restored",
	"promoted",
	"drawn"
];
/** A notice that the organiser writes. */
var noticeCreateSchema = /* @__PURE__ */ strictObject({
	marathonId: idSchema,
	text: requiredText(MAX_LENGTH.notice),
	urgent: /* @__PURE__ */ boolean(NOT_A_BOOLEAN),
	/** When it was written, by the phone's clock with its offset to the server's. */
	at: /* @__PURE__ */ datetime(NOT_AN_INSTANT)
});
/** An instant as the server stores it. */
var instant = /* @__PURE__ */ datetime();
var place = (/* @__PURE__ */ string()).check(/* @__PURE__ */ _maxLength(MAX_LENGTH.location));
var timeZone = (/* @__PURE__ */ string()).check(/* @__PURE__ */ _maxLength(MAX_LENGTH.timeZone));
/**
* What a notice of the server says, part by part, so that a phone can say it in its own language. `from` and `to` of the
* start and the place are before and after the change; those of the window are its two ends.
*/
var noticePartsSchema = (/* @__PURE__ */ array(/* @__PURE__ */ discriminatedUnion("kind", [
	/* @__PURE__ */ object({
		kind: /* @__PURE__ */ literal$1("cancelled"),
		reason: (/* @__PURE__ */ string()).check(/* @__PURE__ */ _maxLength(MAX_LENGTH.reason))
	}),
	/* @__PURE__ */ object({ kind: /* @__PURE__ */ literal$1("restored") }),
	/* @__PURE__ */ object({
		kind: /* @__PURE__ */ literal$1("start"),
		from: instant,
		to: instant,
		timeZone
	}),
	/* @__PURE__ */ object({
		kind: /* @__PURE__ */ literal$1("place"),
		from: place,
		to: place
	}),
	/* @__PURE__ */ object({
		kind: /* @__PURE__ */ literal$1("window"),
		from: instant,
		to: instant,
		timeZone
	})
]))).check(/* @__PURE__ */ _minLength(1), /* @__PURE__ */ _maxLength(4));
/** The op has no fields. */
var noticeDeleteSchema = /* @__PURE__ */ strictObject({});
/**
* A notice as the API returns it. It never changes. Everybody concerned gets it: the organiser, the helpers and the
* accounts with an application. One with an `applicationId` is for the account of that application alone.
*/
var noticeSchema = /* @__PURE__ */ object({
	_id: idSchema,
	marathonId: idSchema,
	/** The application that the notice is about; null for a notice to everybody. */
	applicationId: /* @__PURE__ */ nullable(idSchema),
	kind: /* @__PURE__ */ _enum(NOTICE_KINDS),
	/** What it says. Of a notice of the server it is in English. */
	text: /* @__PURE__ */ string(),
	/** What the text says, in values. Not there where the kind says all, and in notices of an older server. */
	parts: /* @__PURE__ */ optional(noticePartsSchema),
	urgent: /* @__PURE__ */ boolean(),
	/** When it was written. */
	at: /* @__PURE__ */ string(),
	/** The name of the organiser who wrote it; '' for a notice of the server. */
	by: /* @__PURE__ */ string()
});
// worker/ops/decide/known-op.ts
/** The patch of these deletes has no meaning. Its fields are ignored. */
var ignoredPatchSchema = /* @__PURE__ */ object({});
var PATCH_SCHEMAS = {
	"marathon.create": marathonCreateSchema,
	"marathon.update": marathonPatchSchema,
	"marathon.delete": ignoredPatchSchema,
	"marathon.draw": /* @__PURE__ */ strictObject({}),
	"application.create": applicationCreateSchema,
	"application.update": applicationPatchSchema,
	"application.delete": ignoredPatchSchema,
	"application.assignBib": assignBibSchema,
	"checkIn.create": checkInCreateSchema,
	"checkIn.void": checkInVoidSchema,
	"checkIn.confirm": checkInConfirmSchema,
	"notice.create": noticeCreateSchema,
	"notice.delete": noticeDeleteSchema
};
/** Parses the patch of an op. Each op is parsed once, where it enters the server. */
function parseOp(op) {
	return {
		...op,
		patch: safeParse(PATCH_SCHEMAS[op.type], op.patch)
	};
}
// worker/ops/op-content.ts
/**
* Length of the stored hash. It is so short that nobody can find a phone number by hashing all numbers: very many have
* the same hash. A different op with the same op id goes unnoticed one time in 65,536 (docs/decisions/037).
*/
var HEX_DIGITS = 4;
/** A short hash of an op's id, type, row and patch. The order of the fields in the patch does not matter. */
function contentOf({ opId, type, id, patch }) {
	const fields = Object.entries(patch).sort(([a], [b]) => a < b ? -1 : 1);
	const text = JSON.stringify([
		opId,
		type,
		id,
		fields
	]);
	return createHash("sha256").update(text).digest("hex").slice(0, HEX_DIGITS);
}
// worker/jobs/delete-account.ts
/** Most parts in one run. */
var PARTS$1 = 10;
/** Most accounts in one run of the cron, and most parts of all of them. */
var ACCOUNTS = 20;
var CRON_PARTS = 30;
var APPLICATIONS = 100;
/** Each may have many check-ins and notices. */
var MARATHONS = 5;
var SCANS = 1e3;
var RECORDS = 5e3;
/** The op ids of a deletion begin with this. */
var OWN_OPS = "deletion:";
/**
* Deletes a part of what accounts have whose deletion is due: a part of each in turn. The accounts are drawn, so that
* large ones, and one that fails, do not hold up the others.
* @throws the error of an account that failed, after the others
*/
async function deleteDueAccounts(d1, now, tell) {
	let due = await readDue(d1, now, tell, sql`ORDER BY random() LIMIT ${literal(ACCOUNTS)}`);
	let failure;
	for (let parts = 0; parts < CRON_PARTS && due.length > 0;) {
		const left = [];
		for (const one of due.slice(0, CRON_PARTS - parts)) {
			parts += 1;
			try {
				if (await deletePart(one)) left.push(one);
				else await finish(one);
			} catch (error) {
				failure = { error };
			}
		}
		due = left;
	}
	if (failure) throw failure.error;
}
/**
* Deletes up to PARTS parts of what an account has whose deletion is due.
* @param now returns the server's time, ms since the epoch
* @param tell is called with each commit, so that live rooms hear of it
*/
async function deleteRowsOf(d1, uid, now, tell) {
	const [due] = await readDue(d1, now, tell, sql`AND uid = ${uid}`);
	if (!due) return;
	for (let part = 0; part < PARTS$1; part++) if (!await deletePart(due)) return finish(due);
}
async function readDue(d1, now, tell, which) {
	return (await allRows(d1, sql`SELECT uid, deleted_seq AS until FROM account WHERE deletion = 'due' ${which}`)).map((row) => ({
		d1,
		...row,
		now,
		tell
	}));
}
/** Calls the account deleted, unless it was deleted once more since. */
async function finish({ d1, uid, until }) {
	await runBatch(d1, [sql`UPDATE account SET deletion = 'done' WHERE uid = ${uid} AND deletion = 'due' AND deleted_seq = ${until}`]);
}
/**
* SQL: did a commit after the deletion make the row of this table or alias? The `+` keeps SQLite from reading all records of the
* account for each row.
*/
var isMadeSince = (alias, { uid, until }) => sql`EXISTS (SELECT 1 FROM op_record r
  WHERE r.target_id = ${sql.raw(alias)}.id AND +r.uid = ${uid} AND r.seq > ${until} AND r.modified = 1
  AND r.type IN ('marathon.create', 'application.create', 'checkIn.create'))`;
/** The rows of an account in the order in which they are deleted. @returns whether there was anything to delete */
async function deletePart(due) {
	return await deleteOwned(due, "application.delete", APPLICATIONS) || await deleteOwned(due, "marathon.delete", MARATHONS) || await forgetOrganiser(due) || await endHelping(due) || await forgetScanner(due) || await deleteRecords(due);
}
/**
* Withdraws applications, or deletes marathons, by ordinary ops: places go to the waiting list, and other phones are
* told.
*/
async function deleteOwned(due, type, rows) {
	const { d1, uid, now, tell } = due;
	const table = type === "marathon.delete" ? "marathon" : "application";
	const found = await allRows(d1, sql`SELECT id FROM ${sql.raw(table)} WHERE owner_uid = ${uid} AND NOT ${isMadeSince(table, due)}
      LIMIT ${literal(rows)}`);
	if (found.length === 0) return false;
	const ops = found.map(({ id }) => {
		const op = {
			opId: `${OWN_OPS}${crypto.randomUUID()}`,
			type,
			id,
			base: null,
			patch: {}
		};
		return parseOp({
			...op,
			content: contentOf(op)
		});
	});
	const { commit } = await applyRequest(d1, {
		actor: {
			uid,
			email: "",
			name: ""
		},
		ops
	}, {
		timeSource: now,
		isLimited: false
	});
	tell(commit);
	return true;
}
/**
* Applications of others at events that are deleted stay with their runners. They name their organiser no more, so that
* a new login of the account does not get them.
*/
async function forgetOrganiser({ d1, uid }) {
	const [forgotten] = await runBatch(d1, [sql`UPDATE application SET organiser_uid = '' WHERE rowid IN (SELECT rowid FROM application a
      WHERE organiser_uid = ${uid} AND NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = a.marathon_id)
      LIMIT ${literal(RECORDS)})`]);
	return (forgotten?.meta.changes ?? 0) > 0;
}
/** The account stops helping, as if each organiser had removed it, and its name goes. */
async function endHelping({ d1, uid, until, now }) {
	const found = await allRows(d1, sql`SELECT marathon_id AS id, revoked_at IS NULL AS isHere FROM helper
      WHERE uid = ${uid} AND iif(revoked_at IS NULL, seq <= ${until}, name <> '')`);
	if (found.length === 0) return false;
	const all = JSON.stringify(found.map(({ id }) => id));
	const here = found.filter(({ isHere }) => isHere === 1).map(({ id }) => id);
	await runBatch(d1, [
		sql`UPDATE clock SET seq = seq + ${here.length} WHERE id = 1`,
		sql`UPDATE helper SET revoked_at = ${new Date(now()).toISOString()},
        seq = (SELECT seq FROM clock) - ${here.length} + e.key + 1
      FROM json_each(${JSON.stringify(here)}) e
      WHERE helper.marathon_id = e.value AND helper.uid = ${uid} AND revoked_at IS NULL AND seq <= ${until}`,
		sql`UPDATE helper SET name = ''
      WHERE uid = ${uid} AND revoked_at IS NOT NULL AND marathon_id IN (SELECT value FROM json_each(${all}))`,
		sql`DELETE FROM invitation WHERE used_by = ${uid} AND marathon_id IN (SELECT h.marathon_id
      FROM json_each(${all}) e CROSS JOIN helper h ON h.marathon_id = e.value AND h.uid = ${uid} AND h.revoked_at IS NOT NULL)`
	]);
	return true;
}
/**
* Scans of other people's entrants stay with their organiser, without the name and the account of who scanned. The `+`
* keeps SQLite from reading all scans of the account for each scan.
*/
async function forgetScanner(due) {
	const { d1, uid } = due;
	const found = await allRows(d1, sql`SELECT c.id FROM check_in c WHERE c.by_uid = ${uid} AND NOT ${isMadeSince("c", due)} LIMIT ${literal(SCANS)}`);
	if (found.length === 0) return false;
	await runBatch(d1, [sql`UPDATE clock SET seq = seq + ${found.length} WHERE id = 1`, sql`UPDATE check_in SET by_name = '', by_uid = '', confirmed_by = iif(confirmed_by = ${uid}, '', confirmed_by),
        ver = ver + 1, seq = (SELECT seq FROM clock) - ${found.length} + e.key + 1
      FROM json_each(${JSON.stringify(found.map(({ id }) => id))}) e
      WHERE check_in.id = e.value AND +by_uid = ${uid}`]);
	return true;
}
/** Deletes the records of the account's ops, with those of this deletion. */
async function deleteRecords({ d1, uid, until }) {
	const [deleted] = await runBatch(d1, [sql`DELETE FROM op_record WHERE rowid IN (SELECT rowid FROM op_record
      WHERE uid = ${uid} AND (seq <= ${until} OR substr(op_id, 1, ${9}) = ${OWN_OPS})
      LIMIT ${literal(RECORDS)})`]);
	return (deleted?.meta.changes ?? 0) > 0;
}
// worker/ops/log-failure.ts
/**
* Logs an error that no request answers for. Only its name is logged: the message of a D1 error contains SQL and may
* contain what a user typed.
*/
function logFailure(event, error, more = {}) {
	console.error(JSON.stringify({
		event,
		...more,
		error: error instanceof Error ? error.name : "unknown"
	}));
}
// worker/reads/account-data-sql.ts
var PARTS = {
	account: {
		table: account$1,
		hidden: [],
		from: "account t WHERE t.uid = ?",
		key: "t.rowid"
	},
	marathons: {
		table: marathon$1,
		hidden: ["secretSeed"],
		from: "marathon t WHERE t.owner_uid = ?",
		key: "t.rowid"
	},
	applications: {
		table: application$1,
		hidden: ["organiserUid"],
		from: "application t WHERE t.owner_uid = ?",
		key: "t.rowid"
	},
	checkIns: {
		table: checkIn$1,
		hidden: [
			"organiserUid",
			"by",
			"byUid",
			"confirmedBy"
		],
		from: "application a CROSS JOIN check_in t ON t.application_id = a.id WHERE a.owner_uid = ?",
		key: "t.rowid"
	},
	scans: {
		table: checkIn$1,
		hidden: ["organiserUid", "confirmedBy"],
		from: "check_in t WHERE t.by_uid = ?",
		key: "t.rowid"
	},
	noticesToYou: {
		table: notice$1,
		hidden: ["organiserUid"],
		from: "notice t WHERE t.to_uid = ?",
		key: "t.rowid"
	},
	notices: {
		table: notice$1,
		hidden: [],
		from: "notice t WHERE t.organiser_uid = ? AND t.to_uid IS NULL",
		key: "t.rowid"
	},
	helping: {
		table: helper,
		hidden: [],
		from: "helper t WHERE t.uid = ?",
		key: "t.rowid"
	},
	invitations: {
		table: invitation,
		hidden: ["tokenHash"],
		from: `helper h CROSS JOIN invitation t ON t.marathon_id = h.marathon_id AND t.used_by = h.uid
      WHERE h.uid = ?`,
		key: "t.rowid"
	},
	deletions: {
		table: tombstone,
		hidden: ["organiserUid"],
		from: "tombstone t WHERE t.owner_uid = ?",
		key: "t.rowid"
	},
	pushes: {
		table: pushSubscription$1,
		hidden: ["p256dh", "auth"],
		from: "push_subscription t WHERE t.uid = ?",
		key: "t.rowid"
	},
	changes: {
		table: opRecord,
		hidden: ["content"],
		from: "op_record t WHERE t.uid = ?",
		key: "t.rowid"
	},
	budget: {
		table: opBudget,
		hidden: [],
		from: "op_budget t WHERE t.uid = ?",
		key: "t.rowid"
	}
};
/**
* SQL for rows of a part. Its parameters are the account's uid, and the `rowKey` of the last row before, or 0. A row
* has `rowKey`, `pageBytes` and the fields.
* @param bytes the rows end with the one that takes them above this; `pageBytes` is what they take up to a row, about
*/
function accountDataSql(part, rows, bytes) {
	const { table, hidden, from, key } = PARTS[part];
	const columns = Object.entries(getTableColumns(table)).filter(([name]) => !hidden.includes(name));
	const fields = columns.map(([name, column]) => `t.${column.name} AS "${name}"`);
	const size = columns.map(([, column]) => `ifnull(octet_length(t.${column.name}), 4)`).join(" + ");
	return `SELECT p.rowKey, p.total AS pageBytes, ${fields.join(", ")}
    FROM (SELECT rowKey, size, sum(size) OVER (ORDER BY rowKey) AS total
      FROM (SELECT ${key} AS rowKey, ${size} AS size FROM ${from} AND ${key} > ? ORDER BY ${key} LIMIT ${rows})) p
    CROSS JOIN ${getTableName(table)} t ON t.rowid = p.rowKey WHERE p.total - p.size <= ${bytes} ORDER BY p.rowKey`;
}
/**
* A page of what is kept of an account: the rest of a part, and the parts after it, up to the first that has more rows
* than PART_ROWS, or more text than MAX_PAGE_BYTES.
* @param after the key of the part's last row on the page before; 0 at the start of a part
* @param isLimited whether an account that has read too much is refused
* @returns the page, and what its rows take, about
* @throws Problem RATE_LIMITED
*/
async function accountDataPage(d1, uid, from, after, isLimited) {
	const parts = ACCOUNT_PARTS.slice(ACCOUNT_PARTS.indexOf(from));
	const results = await d1.batch([...parts.map((part) => d1.prepare(accountDataSql(part, 600, MAX_PAGE_BYTES)).bind(uid, part === from ? after : 0)), readUntilStatement(d1, uid)]);
	if (isLimited) assertMayRead(uid, readUntilOf(results.at(-1)), Date.now());
	const page = {
		uid,
		parts: {},
		next: null
	};
	let bytes = 0;
	for (const [index, part] of parts.entries()) {
		const rows = results[index]?.results ?? [];
		page.parts[part] = rows.map(({ rowKey: _key, pageBytes: _bytes, ...row }) => row);
		const ofPart = Number(rows.at(-1)?.pageBytes ?? 0);
		bytes += ofPart;
		if (rows.length < 600 && ofPart <= 1e6) continue;
		page.next = {
			part,
			after: Number(rows.at(-1)?.rowKey)
		};
		break;
	}
	return {
		page,
		bytes
	};
}
// contract/push.ts
/** The push services of the browsers. A suffix begins with a dot. The worker calls no other host. */
var PUSH_HOSTS = [
	"fcm.googleapis.com",
	"updates.push.services.mozilla.com",
	".push.services.mozilla.com",
	".notify.windows.com",
	"web.push.apple.com",
	".push.apple.com"
];
var HOST_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
/**
* What is wrong with the address of a push subscription, or null. The address decides where the worker sends requests,
* so everything is refused that is not plainly a browser's push service: another host, an IP address, a port,
* credentials, another scheme than https, and an address that is not written as a URL parser would write it.
*/
function wrongEndpoint(endpoint) {
	if (!URL.canParse(endpoint)) return NOT_A_PUSH_SERVICE;
	const { href, protocol, username, password, port, hostname, hash } = new URL(endpoint);
	if (protocol !== "https:") return NOT_HTTPS;
	if (href !== endpoint || username !== "" || password !== "" || port !== "" || hash !== "") return NOT_A_PUSH_SERVICE;
	if (!HOST_NAME.test(hostname) || /%(?![0-9a-f]{2})/i.test(endpoint)) return NOT_A_PUSH_SERVICE;
	return PUSH_HOSTS.some((host) => host.startsWith(".") ? hostname.endsWith(host) : hostname === host) ? null : NOT_A_PUSH_SERVICE;
}
/** The push service of an endpoint: its host, or the suffix of hosts that have any name. */
function pushServiceOf(endpoint) {
	const { hostname } = new URL(endpoint);
	return PUSH_HOSTS.find((host) => host === hostname || host.startsWith(".") && hostname.endsWith(host)) ?? hostname;
}
/**
* The one form of an endpoint, in which it is compared and stored: what a URL parser keeps although it means nothing is
* left out. Every other way to write the same address is refused (`wrongEndpoint`).
*/
function canonicalEndpoint(endpoint) {
	return endpoint.replace(/^([^#]*)#$/, "$1").replace(/^([^?#]*)\?$/, "$1").replace(/(?<!%)%[0-9a-f]{2}/gi, (escaped) => {
		const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
		return /[\w.~!$()*,:;@-]/.test(character) ? character : escaped.toUpperCase();
	});
}
var endpointSchema = (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _maxLength(MAX_LENGTH.url, atMostCharacters(MAX_LENGTH.url)), /* @__PURE__ */ _overwrite(canonicalEndpoint), /* @__PURE__ */ check(({ value, issues }) => {
	const wrong = wrongEndpoint(value);
	if (wrong) issues.push({
		code: "custom",
		message: wrong,
		input: value
	});
}));
/** A push subscription as the browser gives it: `PushSubscription.toJSON()`. */
var pushSubscriptionSchema = /* @__PURE__ */ object({
	endpoint: endpointSchema,
	keys: /* @__PURE__ */ object({
		/** The phone's public key: 65 bytes, an uncompressed point. */
		p256dh: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _regex(/^B[A-Za-z0-9_-]{86}$/, NOT_65_BYTES)),
		/** The phone's secret: 16 bytes. */
		auth: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, NOT_16_BYTES))
	}, NO_PUSH_KEYS)
});
/** Names the subscription that ends. Its keys may be sent too. */
var pushEndSchema = /* @__PURE__ */ object({ endpoint: endpointSchema });
// contract/push-subject.ts
/**
* What a push is about: a newer push of the same subject at a marathon replaces the older one. Null for a push that
* replaces none: what an organiser wrote, and a place from the waiting list.
*/
function pushSubject(kind) {
	if (kind === "written" || kind === "promoted") return null;
	return kind === "restored" ? "cancelled" : kind;
}
// worker/jobs/push/push-deliveries.ts
/** Deliveries are kept for longer than their notice is pushed. */
var KEEP_MS = 2 * DAY_MS;
var MAX_FORGOTTEN = 5e3;
/** Most parts of one run. A run every five minutes then forgets 28 million deliveries a day. */
var MAX_PARTS = 20;
/** Most notices that are handed to the queue at once. */
var MAX_NOTICES = 100;
/**
* The urgent notices that were not handed to the queue yet, oldest first. Each takes its seq at its commit, so that
* none is missed. @param since notices that were written before it (ISO 8601) are not pushed any more
*/
function noticesToPush(d1, since) {
	return allRows(d1, sql`SELECT id, seq FROM notice WHERE urgent = 1 AND seq > coalesce((SELECT seq FROM push_clock WHERE id = 1), 0)
      AND at >= ${since} ORDER BY seq LIMIT ${literal(MAX_NOTICES)}`);
}
/** Remembers that all notices up to this seq were handed to the queue. */
async function movePushClock(d1, seq) {
	await statement(d1, sql`INSERT INTO push_clock (id, seq) VALUES (1, ${seq}) ON CONFLICT (id) DO UPDATE SET seq = max(seq, excluded.seq)`).run();
}
/**
* The ids of the subscriptions of the accounts that a notice concerns, in order: of the one account that may see it, or
* of all with an application, and of the helpers. The organiser gets none, except as an applicant.
* @param after the last id of the part before; '' for the first part
*/
async function subscriptionsOf(d1, noticeId, after, limit) {
	const toAll = sql`(SELECT marathon_id FROM notice WHERE id = ${noticeId} AND to_uid IS NULL)`;
	return (await allRows(d1, sql`SELECT id FROM push_subscription WHERE id > ${after} AND uid IN (
        SELECT owner_uid FROM application WHERE marathon_id = ${toAll}
        UNION SELECT uid FROM helper WHERE marathon_id = ${toAll} AND revoked_at IS NULL
        UNION SELECT to_uid FROM notice WHERE id = ${noticeId})
      ORDER BY id LIMIT ${literal(limit)}`)).map(({ id }) => id);
}
/** SQL: what a notice is about. A cancellation and its end are one subject. */
var subjectOf = (alias) => sql.raw(`iif(${alias}.kind = 'restored', 'cancelled', ${alias}.kind)`);
/**
* True if no newer notice replaces `n`. A push of an outdated notice would arrive last, and replace the newer one on the
* phone.
*/
var isCurrent = sql`(n.to_uid IS NOT NULL OR n.kind = 'written' OR NOT EXISTS (SELECT 1 FROM notice newer
  WHERE newer.marathon_id = n.marathon_id AND newer.to_uid IS NULL AND newer.seq > n.seq AND newer.urgent = 1
  AND ${subjectOf("newer")} = ${subjectOf("n")}))`;
/** `n` concerns the account of `s`. The `+` makes SQLite read the account's applications, not those of the marathon. */
var isFor = sql`(s.uid = n.to_uid OR (n.to_uid IS NULL AND (
  EXISTS (SELECT 1 FROM application a WHERE a.owner_uid = s.uid AND +a.marathon_id = n.marathon_id)
  OR EXISTS (SELECT 1 FROM helper h WHERE h.marathon_id = n.marathon_id AND h.uid = s.uid AND h.revoked_at IS NULL))))`;
var HOUR_MS = 36e5;
/** One push of a notice to everybody costs its marathon this much time. */
var PUSH_TURN_MS = HOUR_MS / 10;
/**
* Takes the turn of a notice to everybody among the urgent ones of its marathon. The marathon's pushes have a budget
* like the ops of an account, and in the same table. Whoever deletes notices gets no turn back.
* @param now ms since the epoch
* @returns in how many ms there is a turn; 0 if the notice may be pushed now, null if it is not to be pushed any more
*/
async function takePushTurn(d1, noticeId, now) {
	const budget = sql`'push:' || n.marathon_id`;
	const [taken, state] = await runBatch(d1, [sql`INSERT INTO op_budget (uid, spent_until) SELECT ${budget}, ${now + PUSH_TURN_MS}
        FROM notice n WHERE n.id = ${noticeId} AND n.to_uid IS NULL AND ${isCurrent}
      ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + ${PUSH_TURN_MS}
        WHERE spent_until <= ${now + HOUR_MS - PUSH_TURN_MS}
      RETURNING 1 AS taken`, sql`SELECT n.to_uid AS "to", b.spent_until AS until FROM notice n LEFT JOIN op_budget b ON b.uid = ${budget}
      WHERE n.id = ${noticeId} AND ${isCurrent}`]);
	const [notice] = rowsOf(state);
	if (!notice) return null;
	return notice.to !== null || taken?.results.length === 1 ? 0 : notice.until + PUSH_TURN_MS - HOUR_MS - now;
}
/** The notice, and those of the given subscriptions that exist, may get it and have not got it yet. */
async function readChunk(d1, noticeId, ids) {
	const [notices, targets] = await runBatch(d1, [sql`SELECT n.id, n.kind, n.marathon_id AS marathonId, m.title, n.text, n.parts, n.at
      FROM notice n JOIN marathon m ON m.id = n.marathon_id WHERE n.id = ${noticeId} AND ${isCurrent}`, sql`SELECT s.id, s.uid, s.endpoint, s.p256dh, s.auth FROM json_each(${JSON.stringify(ids)}) e
      JOIN push_subscription s ON s.id = e.value JOIN notice n ON n.id = ${noticeId} AND ${isFor}
      LEFT JOIN push_delivery d ON d.notice_id = ${noticeId} AND d.subscription_id = s.id
      WHERE d.notice_id IS NULL OR d.held_until IS NOT NULL`]);
	const rows = rowsOf(targets);
	return {
		notice: rowsOf(notices)[0],
		targets: rows.map(({ p256dh, auth, ...target }) => ({
			...target,
			keys: {
				p256dh,
				auth
			}
		}))
	};
}
/**
* Claims the push of a notice to a subscription, before it is sent.
* @param end the statements that end the push before, in the same transaction
* @returns whether this run may send it; false if another one holds it or has sent it, the notice is not to be told any
*   more, or the account does not get it any more
*/
async function claimPush(d1, noticeId, subscriptionId, { now, holdMs }, end) {
	const claim = sql`INSERT INTO push_delivery (notice_id, subscription_id, held_until, at)
    SELECT n.id, s.id, ${now + holdMs}, ${now} FROM push_subscription s JOIN notice n ON n.id = ${noticeId}
    WHERE s.id = ${subscriptionId} AND ${isCurrent} AND ${isFor}
    ON CONFLICT (notice_id, subscription_id) DO UPDATE SET held_until = excluded.held_until
      WHERE push_delivery.held_until <= ${now}
    RETURNING 1 AS claimed`;
	return (await runBatch(d1, [...end, claim])).at(-1)?.results.length === 1;
}
/** The statement that finishes a push: it is never sent again. */
function finishPush(noticeId, subscriptionId) {
	return sql`UPDATE push_delivery SET held_until = NULL
    WHERE notice_id = ${noticeId} AND subscription_id = ${subscriptionId}`;
}
/** The statement that puts a push off. */
function putOffPush(noticeId, subscriptionId, until) {
	return sql`UPDATE push_delivery SET held_until = ${until}
    WHERE notice_id = ${noticeId} AND subscription_id = ${subscriptionId}`;
}
/** The statement that deletes a subscription which the push service has ended. */
function dropSubscription(subscriptionId) {
	return sql`DELETE FROM push_subscription WHERE id = ${subscriptionId}`;
}
/**
* Ends the last push of a chunk. @returns when the pushes that are not finished are due, ms since the epoch: the first
* and the last of them; null if all are finished
*/
async function endChunk(d1, noticeId, ids, end) {
	const due = sql`coalesce(d.held_until, 0)`;
	const left = sql`SELECT min(${due}) AS first, max(${due}) AS last FROM json_each(${JSON.stringify(ids)}) e
    JOIN push_subscription s ON s.id = e.value JOIN notice n ON n.id = ${noticeId} AND ${isCurrent} AND ${isFor}
    LEFT JOIN push_delivery d ON d.notice_id = ${noticeId} AND d.subscription_id = s.id
    WHERE d.notice_id IS NULL OR d.held_until IS NOT NULL`;
	const [row] = rowsOf((await runBatch(d1, [...end, left])).at(-1));
	return !row || row.first === null ? null : row;
}
/** Deletes what is known of old pushes, part by part. */
async function forgetDeliveries(d1, now) {
	const part = sql`DELETE FROM push_delivery WHERE rowid IN
    (SELECT rowid FROM push_delivery WHERE at < ${now - KEEP_MS} LIMIT ${literal(MAX_FORGOTTEN)})`;
	for (let done = 0; done < MAX_PARTS; done++) {
		const { meta } = await statement(d1, part).run();
		if (meta.changes < MAX_FORGOTTEN) return;
	}
}
// ../phone/node_modules/uint8array-extras/index.js
var objectToString = Object.prototype.toString;
var uint8ArrayStringified = "[object Uint8Array]";
var arrayBufferStringified = "[object ArrayBuffer]";
function isType(value, typeConstructor, typeStringified) {
	if (!value) return false;
	if (value.constructor === typeConstructor) return true;
	return objectToString.call(value) === typeStringified;
}
function isUint8Array(value) {
	return isType(value, Uint8Array, uint8ArrayStringified);
}
function isArrayBuffer(value) {
	return isType(value, ArrayBuffer, arrayBufferStringified);
}
function isUint8ArrayOrArrayBuffer(value) {
	return isUint8Array(value) || isArrayBuffer(value);
}
function toUint8ArrayIfArrayBuffer(value) {
	return isArrayBuffer(value) ? new Uint8Array(value) : value;
}
function assertUint8ArrayOrArrayBuffer(value) {
	if (!isUint8ArrayOrArrayBuffer(value)) throw new TypeError(`Expected \`Uint8Array\` or \`ArrayBuffer\`, got \`${typeof value}\``);
}
function toUint8Array(value) {
	if (value instanceof ArrayBuffer) return new Uint8Array(value);
	if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	throw new TypeError(`Unsupported value, got \`${typeof value}\`.`);
}
function concatUint8Arrays(arrays, totalLength) {
	if (arrays.length === 0) return /* @__PURE__ */ new Uint8Array(0);
	totalLength ??= arrays.reduce((accumulator, currentValue) => accumulator + currentValue.byteLength, 0);
	const returnValue = new Uint8Array(totalLength);
	let offset = 0;
	for (let array of arrays) {
		assertUint8ArrayOrArrayBuffer(array);
		array = toUint8ArrayIfArrayBuffer(array);
		returnValue.set(array, offset);
		offset += array.length;
	}
	return returnValue;
}
new globalThis.TextDecoder("utf8");
function assertString(value) {
	if (typeof value !== "string") throw new TypeError(`Expected \`string\`, got \`${typeof value}\``);
}
var cachedEncoder = new globalThis.TextEncoder();
function stringToUint8Array(string) {
	assertString(string);
	return cachedEncoder.encode(string);
}
function base64ToBase64Url(base64) {
	return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
function base64UrlToBase64(base64url) {
	const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
	const padding = (4 - base64.length % 4) % 4;
	return base64 + "=".repeat(padding);
}
var MAX_BLOCK_SIZE = 65535;
function uint8ArrayToBase64(array, { urlSafe = false } = {}) {
	assertUint8ArrayOrArrayBuffer(array);
	array = toUint8ArrayIfArrayBuffer(array);
	let base64 = "";
	for (let index = 0; index < array.length; index += MAX_BLOCK_SIZE) {
		const chunk = array.subarray(index, index + MAX_BLOCK_SIZE);
		base64 += globalThis.btoa(String.fromCodePoint.apply(void 0, chunk));
	}
	return urlSafe ? base64ToBase64Url(base64) : base64;
}
function base64ToUint8Array(base64String) {
	assertString(base64String);
	return Uint8Array.from(globalThis.atob(base64UrlToBase64(base64String)), (x) => x.codePointAt(0));
}
Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, "0"));
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/utils.js
function encodeRecordSize(size) {
	const bytes = /* @__PURE__ */ new Uint8Array(4);
	new DataView(bytes.buffer).setUint32(0, size);
	return bytes;
}
function invariant(condition, message) {
	if (!condition) throw new Error(message);
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/client-keys.js
async function deriveClientKeys(sub) {
	const bytes = base64ToUint8Array(sub.keys.p256dh);
	const authSecretBytes = base64ToUint8Array(sub.keys.auth);
	invariant(bytes.byteLength === 65 && bytes[0] === 4, "Subscription p256dh is not an uncompressed P-256 point");
	invariant(authSecretBytes.byteLength === 16, "Subscription auth secret is not 16 bytes");
	return {
		publicKeyBytes: bytes,
		publicKey: await crypto.subtle.importKey("raw", bytes, {
			name: "ECDH",
			namedCurve: "P-256"
		}, false, []),
		authSecretBytes
	};
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/hkdf.js
function createHMAC(data) {
	const keyPromise = crypto.subtle.importKey("raw", data, {
		name: "HMAC",
		hash: "SHA-256"
	}, false, ["sign"]);
	return { hash: async (input) => {
		const k = await keyPromise;
		return crypto.subtle.sign("HMAC", k, input);
	} };
}
async function hkdf(salt, ikm) {
	const prkhPromise = createHMAC(salt).hash(ikm).then((prk) => createHMAC(prk));
	return { extract: async (info, len) => {
		const prkh = await prkhPromise;
		return concatUint8Arrays(await Array.from({ length: Math.ceil(len / 32) }, (_, i) => i).reduce(async (acc, i) => {
			const previous = await acc;
			const hash = await prkh.hash(new Uint8Array([
				...previous.at(-1) ?? [],
				...info,
				i + 1
			]));
			return [...previous, new Uint8Array(hash)];
		}, Promise.resolve([]))).slice(0, len);
	} };
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/info.js
function createKeyInfo(clientPublic, serverPublic) {
	return new Uint8Array([
		...stringToUint8Array("WebPush: info\0"),
		...clientPublic,
		...serverPublic
	]);
}
function createInfo(type) {
	return stringToUint8Array(`Content-Encoding: ${type}\0`);
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/local-keys.js
async function generateLocalKeys() {
	const keyPair = await crypto.subtle.generateKey({
		name: "ECDH",
		namedCurve: "P-256"
	}, false, ["deriveBits"]);
	return {
		privateKey: keyPair.privateKey,
		publicKeyBytes: new Uint8Array(await crypto.subtle.exportKey("raw", keyPair.publicKey))
	};
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/salt.js
async function getSalt() {
	return crypto.getRandomValues(/* @__PURE__ */ new Uint8Array(16));
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/encrypt.js
var recordSize = 4096;
var maxPlaintextSize = 3993;
async function encryptNotification(subscription, plaintext, options = {}) {
	invariant(plaintext.byteLength <= maxPlaintextSize, `Payload is ${plaintext.byteLength} bytes, the maximum is ${maxPlaintextSize}`);
	const clientKeys = await deriveClientKeys(subscription);
	const salt = await getSalt();
	const localKeys = await generateLocalKeys();
	const sharedSecret = await crypto.subtle.deriveBits({
		name: "ECDH",
		public: clientKeys.publicKey
	}, localKeys.privateKey, 256);
	const keyInfo = createKeyInfo(clientKeys.publicKeyBytes, localKeys.publicKeyBytes);
	const cekInfo = createInfo("aes128gcm");
	const nonceInfo = createInfo("nonce");
	const messageHkdf = await hkdf(salt, await (await hkdf(clientKeys.authSecretBytes, sharedSecret)).extract(keyInfo, 32));
	const cekBytes = await messageHkdf.extract(cekInfo, 16);
	const nonceBytes = await messageHkdf.extract(nonceInfo, 12);
	const cekCryptoKey = await crypto.subtle.importKey("raw", cekBytes, {
		name: "AES-GCM",
		length: 128
	}, false, ["encrypt"]);
	const padTo = options.pad ?? true ? maxPlaintextSize : plaintext.byteLength;
	const padded = new Uint8Array(padTo + 1);
	padded.set(plaintext);
	padded[plaintext.byteLength] = 2;
	const encrypted = await crypto.subtle.encrypt({
		name: "AES-GCM",
		iv: nonceBytes
	}, cekCryptoKey, padded);
	return new Uint8Array([
		...salt,
		...encodeRecordSize(recordSize),
		localKeys.publicKeyBytes.byteLength,
		...localKeys.publicKeyBytes,
		...new Uint8Array(encrypted)
	]);
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/base64.js
function encodeBase64Url(value) {
	return uint8ArrayToBase64(toUint8Array(value), { urlSafe: true });
}
function objectToBase64Url(obj) {
	return encodeBase64Url(stringToUint8Array(JSON.stringify(obj)));
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/jwt.js
async function sign(payload, key) {
	const dataStr = `${objectToBase64Url({
		typ: "JWT",
		alg: "ES256"
	})}.${objectToBase64Url({
		iat: Math.floor(Date.now() / 1e3),
		...payload
	})}`;
	return `${dataStr}.${encodeBase64Url(await crypto.subtle.sign({
		name: "ECDSA",
		hash: "SHA-256"
	}, key, stringToUint8Array(dataStr)))}`;
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/vapid.js
async function vapidHeaders(subscription, vapid) {
	invariant(vapid.subject, "Vapid subject is empty");
	invariant(vapid.privateKey, "Vapid private key is empty");
	invariant(vapid.publicKey, "Vapid public key is empty");
	const endpoint = new URL(subscription.endpoint);
	invariant(endpoint.protocol === "https:", `Subscription endpoint is not https: ${endpoint.protocol}`);
	const vapidPublicKeyBytes = base64ToUint8Array(vapid.publicKey);
	const publicKey = await crypto.subtle.importKey("jwk", {
		kty: "EC",
		crv: "P-256",
		x: encodeBase64Url(vapidPublicKeyBytes.slice(1, 33)),
		y: encodeBase64Url(vapidPublicKeyBytes.slice(33, 65)),
		d: vapid.privateKey
	}, {
		name: "ECDSA",
		namedCurve: "P-256"
	}, false, ["sign"]);
	return { headers: { authorization: `vapid t=${await sign({
		aud: endpoint.origin,
		exp: Math.floor(Date.now() / 1e3) + 43200,
		sub: vapid.subject
	}, publicKey)}, k=${vapid.publicKey}` } };
}
// ../phone/node_modules/@block65/webcrypto-web-push/dist/lib/payload.js
async function buildPushPayload(message, subscription, vapid) {
	const { headers } = await vapidHeaders(subscription, vapid);
	const body = await encryptNotification(subscription, stringToUint8Array(typeof message.data === "string" || typeof message.data === "number" ? message.data.toString() : JSON.stringify(message.data)));
	return {
		headers: {
			...headers,
			ttl: (message.options?.ttl || 60).toString(),
			...message.options?.urgency && { urgency: message.options.urgency },
			...message.options?.topic && { topic: message.options.topic },
			"content-encoding": "aes128gcm",
			"content-length": body.byteLength.toString(),
			"content-type": "application/octet-stream"
		},
		method: "post",
		body
	};
}
// contract/errors.ts
function expected(_code, instead) {
	return instead;
}
// worker/jobs/push/send-push.ts
/** The longest time that a push service may take for its answer. */
var SEND_TIMEOUT_MS = 1e4;
/**
* Sends one push: encrypted for the phone (RFC 8291) and signed (RFC 8292). It calls no host but the known push
* services, and follows no redirect.
* @param fetchFn tests pass their own
*/
async function sendPush(subscription, payload, options, keys, fetchFn = fetch) {
	const { endpoint } = subscription;
	if (wrongEndpoint(endpoint) !== null) return { kind: "gone" };
	const { headers, method, body } = await buildPushPayload({
		data: payload,
		options
	}, {
		...subscription,
		expirationTime: null
	}, keys);
	let response;
	try {
		response = await fetchFn(endpoint, {
			headers,
			method,
			body,
			redirect: "manual",
			signal: AbortSignal.timeout(SEND_TIMEOUT_MS)
		});
	} catch {
		return expected("no-answer", { kind: "silent" });
	}
	await response.body?.cancel();
	const { status } = response;
	if (response.ok) return { kind: "sent" };
	if (status === 404 || status === 410) return { kind: "gone" };
	if (status === 429 || status >= 500) return {
		kind: "later",
		afterMs: retryAfterMs(response.headers)
	};
	return { kind: "refused" };
}
/** Is this the public key of a phone, a point of P-256 in base64url? */
function canEncryptFor(p256dh) {
	return crypto.subtle.importKey("raw", Buffer$1.from(p256dh, "base64url"), {
		name: "ECDH",
		namedCurve: "P-256"
	}, false, []).then(() => true, () => expected("not-ours", false));
}
/** The time that Retry-After names, as seconds or as a date; null without one. */
function retryAfterMs(headers) {
	const value = headers.get("Retry-After")?.trim();
	if (!value) return null;
	const ms = /^\d+$/.test(value) ? Number(value) * 1e3 : Date.parse(value) - Date.now();
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
// worker/jobs/push/vapid.ts
/** 32 bytes in base64url. */
var PRIVATE_KEY_LENGTH = 43;
/** The last private key that was read, and its public key. */
var known$2;
/**
* The VAPID keys, or null where push is not set up: without the queue, the private key or the subject. A private key
* that is none counts as not set up.
*/
function vapidKeys({ PUSH_QUEUE, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }) {
	if (!PUSH_QUEUE || !privateKey || !subject) return null;
	if (known$2?.privateKey !== privateKey) {
		const publicKey = publicKeyOf(privateKey);
		if (publicKey === null) return null;
		known$2 = {
			privateKey,
			publicKey
		};
	}
	return {
		...known$2,
		subject
	};
}
function publicKeyOf(privateKey) {
	try {
		if (privateKey.length !== PRIVATE_KEY_LENGTH) throw new Error("wrong length");
		const ecdh = createECDH("prime256v1");
		ecdh.setPrivateKey(privateKey, "base64url");
		return ecdh.getPublicKey("base64url");
	} catch {
		console.error(JSON.stringify({ event: "push.bad-key" }));
		return null;
	}
}
// worker/jobs/push/push-queue.ts
/** Most rounds of handing over notices, of 100 each. A draw or a larger capacity promotes many at once. */
var MAX_ROUNDS = 100;
var CHUNK_SUBSCRIPTIONS = 100;
/** Subscriptions that one run splits into chunks. */
var PART_SUBSCRIPTIONS = 2e3;
/** How long a run may hold a push: longer than a push service may take. */
var HOLD_MS = SEND_TIMEOUT_MS + 5e3;
/**
* A push that fails waits for this, and twice as long after each further attempt, unless the push service names a time.
*/
var RETRY_MS = 15e3;
var MAX_RETRY_MS = 36e5;
/** How often the queue delivers a chunk again: `max_retries` in wrangler.toml. */
var MAX_RETRIES = 8;
/** A phone that is off gets a push within a day; later it finds the notice in the app. Older notices are not pushed. */
var TTL_S = 86400;
/** Pushes that one run sends at the same time, to known hosts and to others each. A worker may have six requests open. */
var PARALLEL = 3;
/** A push service takes 4096 bytes. The encryption takes 103 of them (RFC 8291, section 4). */
var MAX_PAYLOAD_BYTES = 3993;
var WORLD = {
	now: Date.now,
	fetch: (...call) => fetch(...call)
};
/**
* Hands the urgent notices that are new to the push queue. It runs after a commit with such a notice, and every five
* minutes for notices that a lost request did not hand over. Without push it does nothing. It never throws.
*/
async function queuePushes(env, now) {
	if (!env.PUSH_QUEUE || !vapidKeys(env)) return;
	try {
		for (let round = 0; round < MAX_ROUNDS; round++) {
			const notices = await noticesToPush(env.DB, (/* @__PURE__ */ new Date(now - TTL_S * 1e3)).toISOString());
			const last = notices.at(-1);
			if (!last) return;
			await env.PUSH_QUEUE.sendBatch(notices.map(({ id }) => ({ body: { noticeId: id } })));
			await movePushClock(env.DB, last.seq);
		}
	} catch (error) {
		logFailure("push.not-queued", error);
	}
}
/**
* The consumer of the push queue.
*
*     notice -> parts of 2,000 subscriptions -> chunks of 100 -> for each: claim, send, finish
*
* - The queue delivers a message at least once. A run that is killed is repeated without the finished pushes. Only the
*   few that were being sent (PARALLEL) may be sent twice.
* - An event pushes URGENT_AN_HOUR notices to everybody at once and an hour. Later ones wait for their turn.
* - A claim is held for fifteen seconds. Two runs of the same chunk do not send the same push.
* - A chunk with pushes that failed for now goes back to the queue, until all are finished or the queue gives up. So
*   does a message while D1 or the queue fails.
*/
async function consumePushes(batch, env, world = WORLD) {
	const keys = vapidKeys(env);
	if (!keys) return;
	for (const message of batch.messages) {
		const waitMs = await consumeMessage(message, env, keys, world).catch((error) => {
			logFailure("push.failed", error);
			return Math.min(MAX_RETRY_MS, backoffMs(message.attempts));
		});
		if (waitMs !== null) message.retry({ delaySeconds: Math.ceil(waitMs / 1e3) });
	}
}
/** @returns after how long the message has to come again; null if it is finished. @throws errors of D1 and the queue */
async function consumeMessage({ body: { noticeId, ids, after = "" }, attempts }, env, keys, world) {
	if (ids) return pushChunk(env.DB, keys, world, noticeId, ids, attempts);
	if (after === "") {
		const waitMs = await takePushTurn(env.DB, noticeId, world.now());
		if (waitMs === null) return null;
		if (waitMs > 0) return attempts > MAX_RETRIES ? null : waitMs + (attempts - 1) * PUSH_TURN_MS;
	}
	await queueChunks(env, noticeId, after);
	return null;
}
/** The pause after the given number of tries, ms. It grows, so that the tries last for about an hour. */
var backoffMs = (attempts) => RETRY_MS * 2 ** (attempts - 1);
async function queueChunks({ DB, PUSH_QUEUE }, noticeId, after) {
	const ids = await subscriptionsOf(DB, noticeId, after, PART_SUBSCRIPTIONS);
	const chunks = [];
	for (let at = 0; at < ids.length; at += CHUNK_SUBSCRIPTIONS) chunks.push({ body: {
		noticeId,
		ids: ids.slice(at, at + CHUNK_SUBSCRIPTIONS)
	} });
	const last = ids.at(-1);
	if (last !== void 0 && ids.length === PART_SUBSCRIPTIONS) chunks.push({ body: {
		noticeId,
		after: last
	} });
	if (chunks.length > 0) await PUSH_QUEUE?.sendBatch(chunks);
}
/** @returns after how long the chunk has to come again; null if it is finished */
async function pushChunk(d1, keys, world, noticeId, ids, attempts) {
	const { notice, targets } = await readChunk(d1, noticeId, ids);
	if (!notice) return null;
	const ttl = TTL_S - Math.max(0, Math.ceil((world.now() - Date.parse(notice.at)) / 1e3));
	if (ttl <= 0) return null;
	const pauseMs = backoffMs(attempts);
	const counts = {
		sent: 0,
		gone: 0,
		refused: 0,
		later: 0,
		silent: 0
	};
	const silent = /* @__PURE__ */ new Map();
	const isLeft = (target) => {
		const { host, service, ofAccount } = whoseAnswer(target);
		return attempts <= MAX_RETRIES && (silent.has(host) || silent.has(ofAccount) || (silent.get(service) ?? 0) >= PARALLEL);
	};
	/** Sends the pushes of one account after the other, as long as there are some. @returns the end of the last push */
	const sendAll = async (accounts) => {
		let end = [];
		for (let account = accounts.shift(); account; account = accounts.shift()) for (const target of account) {
			if (isLeft(target)) continue;
			const last = end;
			const claim = () => claimPush(d1, noticeId, target.id, {
				now: world.now(),
				holdMs: HOLD_MS
			}, last);
			const mine = await twice(claim);
			end = [];
			if (!mine) continue;
			const result = await sendPush(target, payloadOf(notice), optionsOf(notice, ttl), keys, world.fetch);
			counts[result.kind] += 1;
			if (result.kind === "silent") for (const who of Object.values(whoseAnswer(target))) silent.set(who, (silent.get(who) ?? 0) + 1);
			end = endOf(noticeId, target.id, result, world.now(), pauseMs);
		}
		return end;
	};
	const lanes = [...Map.groupBy(targets, (target) => whoseAnswer(target).host === whoseAnswer(target).service).values()].flatMap((ofKind) => {
		const accounts = [...Map.groupBy(ofKind, ({ uid }) => uid).values()];
		return Array.from({ length: PARALLEL }, () => sendAll(accounts));
	});
	const ends = (await Promise.all(lanes)).flat();
	const due = await twice(() => endChunk(d1, noticeId, ids, ends));
	console.log(JSON.stringify({
		event: "push.chunk",
		notice: noticeId,
		...counts
	}));
	if (due === null) return null;
	const until = attempts < MAX_RETRIES ? due.first : due.last;
	return Math.max(Math.min(pauseMs / 2, MAX_RETRY_MS), until - world.now());
}
/**
* Calls again once after an error. The batch of a claim also ends the previous push, and without that write the previous
* push would be sent again. If the first claim was written and only its response was lost, the second call claims
* nothing; that push is sent when the claim expires.
*/
var twice = (call) => call().catch(call);
/** The statements that end a push. */
function endOf(noticeId, id, result, now, backoffMs) {
	switch (result.kind) {
		case "gone": return [dropSubscription(id)];
		case "silent": return [putOffPush(noticeId, id, now + Math.min(backoffMs, MAX_RETRY_MS))];
		case "later": return [putOffPush(noticeId, id, now + Math.min(Math.max(result.afterMs ?? 0, backoffMs), MAX_RETRY_MS))];
		case "sent":
		case "refused": return [finishPush(noticeId, id)];
	}
}
/** Who is silent where a push to this phone gets no answer. */
function whoseAnswer({ uid, endpoint }) {
	const service = pushServiceOf(endpoint);
	return {
		host: new URL(endpoint).hostname,
		service,
		ofAccount: `${uid} ${service}`
	};
}
/** Without the parts where they would make the push too large. The phone then shows the text as it is. */
function payloadOf({ kind, marathonId, title, text, parts, at }) {
	const payload = {
		kind,
		marathonId,
		title,
		text,
		at
	};
	if (parts === "") return payload;
	const whole = {
		...payload,
		parts: JSON.parse(parts)
	};
	return Buffer$1.byteLength(JSON.stringify(whole)) > MAX_PAYLOAD_BYTES ? payload : whole;
}
function optionsOf({ id, kind, marathonId }, ttl) {
	const subject = `${marathonId} ${pushSubject(kind) ?? id}`;
	return {
		ttl,
		urgency: kind === "promoted" ? "normal" : "high",
		topic: createHash("sha256").update(subject).digest("base64url").slice(0, 32)
	};
}
// worker/live/tell-rooms.ts
/** Most rooms that one request tells. The phones of further marathons pull within a minute. */
var MAX_ROOMS = 20;
/**
* Tells the live rooms of the marathons that a commit touched. It never throws: a phone that is not told pulls within a
* minute.
*/
async function tellRooms({ ROOMS }, commit) {
	if (!ROOMS) return;
	const { seq, marathonIds, staffMarathonIds } = commit;
	const ids = [.../* @__PURE__ */ new Set([...marathonIds, ...staffMarathonIds])].slice(0, MAX_ROOMS);
	const failed = (await Promise.allSettled(ids.map((id) => ROOMS.getByName(id).tell(seq, marathonIds.has(id) ? "all" : "staff")))).filter(({ status }) => status === "rejected").length;
	if (failed > 0) console.error(JSON.stringify({
		event: "live.failed",
		rooms: failed
	}));
}
// worker/routes/after-commit.ts
/**
* What happens after the response of a call that committed something: the live rooms are told, and urgent notices are
* handed to the push queue. Nothing happens after a call that committed nothing.
*/
function afterCommit(c, commit) {
	if (commit.seq === 0) return;
	c.executionCtx.waitUntil(tellRooms(c.env, commit));
	if (!commit.notices.some(({ urgent }) => urgent)) return;
	const afterResponse = new Promise((resolve) => setTimeout(resolve));
	c.executionCtx.waitUntil(afterResponse.then(() => queuePushes(c.env, Date.now())));
}
/** Charges the user for what a read returned, after the response. */
function chargeAfter(c, bytes) {
	if (!isLimited(c.env)) return;
	const charged = chargeRead(c.env.DB, c.get("user").uid, bytes, Date.now());
	c.executionCtx.waitUntil(charged.catch((error) => logFailure("read.charge.failed", error)));
}
/** `afterCommit` for a change of a marathon's helpers, which concerns the organiser's and the helpers' screens. */
function afterHelperCommit(c, marathonId, seq) {
	if (seq > 0) afterCommit(c, {
		...emptyCommit(),
		seq,
		staffMarathonIds: /* @__PURE__ */ new Set([marathonId])
	});
}
// ../phone/node_modules/jose/dist/webapi/lib/buffer_utils.js
var encoder = new TextEncoder();
var decoder = new TextDecoder();
var strictDecoder = new TextDecoder("utf-8", { fatal: !0 });
function concat(...buffers) {
	const size = buffers.reduce((acc, { length }) => acc + length, 0), buf = new Uint8Array(size);
	let i = 0;
	for (const buffer of buffers) buf.set(buffer, i), i += buffer.length;
	return buf;
}
var NON_ASCII = /[^\x00-\x7f]/;
function encode$1(string) {
	if (typeof string == "string" && string.length >= 128) {
		if (NON_ASCII.test(string)) throw new TypeError("non-ASCII string encountered in encode()");
		return encoder.encode(string);
	}
	const bytes = new Uint8Array(string.length);
	for (let i = 0; i < string.length; i++) {
		const code = string.charCodeAt(i);
		if (code > 127) throw new TypeError("non-ASCII string encountered in encode()");
		bytes[i] = code;
	}
	return bytes;
}
function encodeBase64(input, url = !1) {
	if (Uint8Array.prototype.toBase64) return input.toBase64({
		alphabet: url ? "base64url" : "base64",
		omitPadding: url
	});
	const CHUNK_SIZE = 32768, arr = [];
	for (let i = 0; i < input.length; i += CHUNK_SIZE) arr.push(String.fromCharCode.apply(null, input.subarray(i, i + CHUNK_SIZE)));
	const encoded = btoa(arr.join(""));
	return url ? encoded.replace(/=/g, "").replace(/\+/g, "-").replace(/\//g, "_") : encoded;
}
function decodeBase64(encoded, url = !1) {
	if (Uint8Array.fromBase64) return Uint8Array.fromBase64(encoded, { alphabet: url ? "base64url" : "base64" });
	if (url) {
		if (encoded.includes("+") || encoded.includes("/")) throw new TypeError("Invalid base64url");
		encoded = encoded.replace(/-/g, "+").replace(/_/g, "/");
	}
	const binary = atob(encoded), bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
	return bytes;
}
// ../phone/node_modules/jose/dist/webapi/util/errors.js
var JOSEError = class extends Error {
	static code = "ERR_JOSE_GENERIC";
	code = "ERR_JOSE_GENERIC";
	constructor(message, options) {
		super(message, options), this.name = this.constructor.name, Error.captureStackTrace?.(this, this.constructor);
	}
};
var JWTClaimValidationFailed = class extends JOSEError {
	static code = "ERR_JWT_CLAIM_VALIDATION_FAILED";
	code = "ERR_JWT_CLAIM_VALIDATION_FAILED";
	claim;
	reason;
	payload;
	constructor(message, payload, claim = "unspecified", reason = "unspecified") {
		super(message, { cause: {
			claim,
			reason,
			payload
		} }), this.claim = claim, this.reason = reason, this.payload = payload;
	}
};
var JWTExpired = class extends JOSEError {
	static code = "ERR_JWT_EXPIRED";
	code = "ERR_JWT_EXPIRED";
	claim;
	reason;
	payload;
	constructor(message, payload, claim = "unspecified", reason = "unspecified") {
		super(message, { cause: {
			claim,
			reason,
			payload
		} }), this.claim = claim, this.reason = reason, this.payload = payload;
	}
};
var JOSEAlgNotAllowed = class extends JOSEError {
	static code = "ERR_JOSE_ALG_NOT_ALLOWED";
	code = "ERR_JOSE_ALG_NOT_ALLOWED";
};
var JOSENotSupported = class extends JOSEError {
	static code = "ERR_JOSE_NOT_SUPPORTED";
	code = "ERR_JOSE_NOT_SUPPORTED";
};
var JWSInvalid = class extends JOSEError {
	static code = "ERR_JWS_INVALID";
	code = "ERR_JWS_INVALID";
};
var JWTInvalid = class extends JOSEError {
	static code = "ERR_JWT_INVALID";
	code = "ERR_JWT_INVALID";
};
var JWKSInvalid = class extends JOSEError {
	static code = "ERR_JWKS_INVALID";
	code = "ERR_JWKS_INVALID";
};
var JWKSNoMatchingKey = class extends JOSEError {
	static code = "ERR_JWKS_NO_MATCHING_KEY";
	code = "ERR_JWKS_NO_MATCHING_KEY";
	constructor(message = "no applicable key found in the JSON Web Key Set", options) {
		super(message, options);
	}
};
var JWKSMultipleMatchingKeys = class extends JOSEError {
	[Symbol.asyncIterator] = async function* () {};
	static code = "ERR_JWKS_MULTIPLE_MATCHING_KEYS";
	code = "ERR_JWKS_MULTIPLE_MATCHING_KEYS";
	constructor(message = "multiple matching keys found in the JSON Web Key Set", options) {
		super(message, options);
	}
};
var JWSSignatureVerificationFailed = class extends JOSEError {
	static code = "ERR_JWS_SIGNATURE_VERIFICATION_FAILED";
	code = "ERR_JWS_SIGNATURE_VERIFICATION_FAILED";
	constructor(message = "signature verification failed", options) {
		super(message, options);
	}
};
// ../phone/node_modules/jose/dist/webapi/util/base64url.js
var invalid = "The input to be decoded is not correctly encoded.";
function decode(input) {
	try {
		return decodeBase64(typeof input == "string" ? input : decoder.decode(input), !0);
	} catch (cause) {
		throw new TypeError(invalid, { cause });
	}
}
function encode(input) {
	return encodeBase64(typeof input == "string" ? encoder.encode(input) : input, !0);
}
// ../phone/node_modules/jose/dist/webapi/lib/validate.js
function isObject(input) {
	if (typeof input != "object" || input === null || Object.prototype.toString.call(input) !== "[object Object]") return !1;
	const prototype = Object.getPrototypeOf(input);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
function isJwkSet(input) {
	return isObject(input) && Array.isArray(input.keys) && Array.from(input.keys).every(isObject);
}
function isDisjoint(...headers) {
	const parameters = /* @__PURE__ */ new Set();
	for (const header of headers) if (header) for (const parameter of Object.keys(header)) {
		if (parameters.has(parameter)) return !1;
		parameters.add(parameter);
	}
	return !0;
}
function assertNotSet(value, name) {
	if (value !== void 0) throw new TypeError(`${name} can only be called once`);
}
function decodeBase64url(value, label, ErrorClass) {
	try {
		return decode(value);
	} catch (cause) {
		throw new ErrorClass(`Failed to base64url decode the ${label}`, { cause });
	}
}
function encodeAsciiMember(value, label, ErrorClass) {
	try {
		return encode$1(value);
	} catch (cause) {
		throw new ErrorClass(`The ${label} is not a valid base64url string`, { cause });
	}
}
function parseJoseHeader(encodedProtectedHeader, ErrorClass, message) {
	let parsed;
	try {
		parsed = JSON.parse(strictDecoder.decode(decode(encodedProtectedHeader)));
	} catch (cause) {
		throw new ErrorClass(message, { cause });
	}
	if (!isObject(parsed)) throw new ErrorClass(message);
	return parsed;
}
var JWS_RECOGNIZED = {
	__proto__: null,
	b64: !0
};
function validateAlgorithms(option, algorithms) {
	if (algorithms !== void 0 && (!Array.isArray(algorithms) || algorithms.some((s) => typeof s != "string"))) throw new TypeError(`"${option}" option must be an array of strings`);
	return algorithms === void 0 ? void 0 : new Set(algorithms);
}
function validateCritDuplicates(Err, protectedHeader) {
	const { crit } = protectedHeader ?? {};
	if (Array.isArray(crit) && new Set(crit).size !== crit.length) throw new Err("\"crit\" (Critical) Header Parameter MUST NOT contain duplicate values");
}
function validateCrit(Err, recognizedDefault, recognizedOption, protectedHeader, joseHeader) {
	if (joseHeader.crit !== void 0 && protectedHeader?.crit === void 0) throw new Err("\"crit\" (Critical) Header Parameter MUST be integrity protected");
	if (!protectedHeader || protectedHeader.crit === void 0) return [];
	if (!Array.isArray(protectedHeader.crit) || protectedHeader.crit.length === 0 || protectedHeader.crit.some((input) => typeof input != "string" || input.length === 0)) throw new Err("\"crit\" (Critical) Header Parameter MUST be an array of non-empty strings when present");
	const recognized = recognizedOption === void 0 ? recognizedDefault : {
		__proto__: null,
		...recognizedOption,
		...recognizedDefault
	};
	for (const parameter of protectedHeader.crit) {
		if (!(parameter in recognized)) throw new JOSENotSupported(`Extension Header Parameter "${parameter}" is not recognized`);
		if (!Object.hasOwn(joseHeader, parameter) || joseHeader[parameter] === void 0) throw new Err(`Extension Header Parameter "${parameter}" is missing`);
		if (recognized[parameter] && (!Object.hasOwn(protectedHeader, parameter) || protectedHeader[parameter] === void 0)) throw new Err(`Extension Header Parameter "${parameter}" MUST be integrity protected`);
	}
	return protectedHeader.crit;
}
function validateB64(protectedHeader, extensions) {
	if (extensions.includes("b64")) {
		const b64 = protectedHeader.b64;
		if (typeof b64 != "boolean") throw new JWSInvalid("The \"b64\" (base64url-encode payload) Header Parameter must be a boolean");
		return b64;
	}
	return !0;
}
function serializeJoseHeader(Err, header) {
	let serialized, parsed;
	try {
		serialized = JSON.stringify(header), parsed = JSON.parse(serialized);
	} catch (cause) {
		throw new Err("JOSE Header is not valid JSON", { cause });
	}
	if (!isObject(parsed)) throw new Err("JOSE Header is not a JSON object");
	return [parsed, serialized];
}
// ../phone/node_modules/jose/dist/webapi/lib/key.js
var tag = (key) => key[Symbol.toStringTag];
var jwkMatchesOp = (entry, key, usage) => {
	const { alg } = entry;
	if (key.use !== void 0) {
		const expected = usage === "sign" || usage === "verify" ? "sig" : "enc";
		if (key.use !== expected) throw new TypeError(`Invalid key for this operation, its "use" must be "${expected}" when present`);
	}
	if (key.alg !== void 0 && key.alg !== alg) throw new TypeError(`Invalid key for this operation, its "alg" must be "${alg}" when present`);
	if (Array.isArray(key.key_ops)) {
		const expectedKeyOp = usage === "encrypt" || usage === "decrypt" ? entry.ops?.[usage === "encrypt" ? 0 : 1] : usage;
		if (expectedKeyOp && !key.key_ops.includes(expectedKeyOp)) throw new TypeError(`Invalid key for this operation, its "key_ops" must include "${expectedKeyOp}" when present`);
	}
};
async function prepareKey(entry, key, usage) {
	const { alg, secret } = entry, requiresPrivateKey = usage === "decrypt" || usage === "sign";
	if (secret && key instanceof Uint8Array) return key;
	let normalized, keyObject;
	if (isObject(key)) {
		if (normalized = normalizeJwk(key), typeof normalized.kty != "string") throw invalidKeyType(alg, key, secret);
		if (!(secret ? normalized.kty === "oct" && typeof normalized.k == "string" : normalized.kty !== "oct" && (requiresPrivateKey ? normalized.kty === "AKP" && typeof normalized.priv == "string" || typeof normalized.d == "string" : normalized.d === void 0 && normalized.priv === void 0))) throw new TypeError(secret ? "JSON Web Key for symmetric algorithms must have JWK \"kty\" (Key Type) equal to \"oct\" and the JWK \"k\" (Key Value) present" : `JSON Web Key for this operation must be a ${requiresPrivateKey ? "private" : "public"} JWK`);
		if (jwkMatchesOp(entry, normalized, usage), normalized.kty === "oct") return decode(normalized.k);
		if (!Object.isFrozen(key)) {
			const { key_ops } = key;
			Array.isArray(key_ops) && Object.freeze(key_ops), Object.freeze(key);
		}
	} else {
		if (!isKeyLike(key)) throw invalidKeyType(alg, key, secret);
		const expectedType = secret ? "secret" : requiresPrivateKey ? "private" : "public";
		if (key.type !== expectedType && (secret || [
			"secret",
			"public",
			"private"
		].includes(key.type))) throw new TypeError(`${tag(key)} instances must be of type "${expectedType}" for the ${alg} algorithm`);
		if (isCryptoKey(key)) return key;
		if (keyObject = key, keyObject.type === "secret") return keyObject.export();
	}
	cache$1 ||= /* @__PURE__ */ new WeakMap();
	const cacheKey = key;
	let cached = cache$1.get(cacheKey);
	if (cached?.[alg]) return cached[alg];
	if (cached || cache$1.set(cacheKey, cached = {}), keyObject && typeof keyObject.toCryptoKey == "function") {
		const isPublic = keyObject.type === "public", crv = nist[keyObject.asymmetricKeyDetails?.namedCurve], params = entry.resolve?.({
			crv,
			asymmetricKeyType: keyObject.asymmetricKeyType
		}) ?? entry.subtle;
		return cached[alg] = keyObject.toCryptoKey(params, isPublic, entry.usages[isPublic ? 0 : 1]);
	}
	return normalized ??= keyObject.export({ format: "jwk" }), normalized.alg = alg, cached[alg] = await jwkToKey(entry, normalized);
}
var cache$1;
var nist = {
	__proto__: null,
	prime256v1: "P-256",
	secp384r1: "P-384",
	secp521r1: "P-521"
};
var isCryptoKey = (key) => {
	if (key?.[Symbol.toStringTag] === "CryptoKey") return !0;
	try {
		return key instanceof CryptoKey;
	} catch {
		return !1;
	}
};
var isKeyObject = (key) => key?.[Symbol.toStringTag] === "KeyObject";
var isKeyLike = (key) => isCryptoKey(key) || isKeyObject(key);
function message(msg, actual, ...types) {
	if (types.length > 2) {
		const last = types.pop();
		msg += `one of type ${types.join(", ")}, or ${last}.`;
	} else types.length === 2 ? msg += `one of type ${types[0]} or ${types[1]}.` : msg += `of type ${types[0]}.`;
	return actual == null ? msg += ` Received ${actual}` : typeof actual == "function" && actual.name ? msg += ` Received function ${actual.name}` : typeof actual == "object" && actual != null && actual.constructor?.name && (msg += ` Received an instance of ${actual.constructor.name}`), msg;
}
function invalidKeyType(alg, actual, secret) {
	const types = [
		"CryptoKey",
		"KeyObject",
		"JSON Web Key"
	];
	return secret && types.push("Uint8Array"), new TypeError(message(`Key for the ${alg} algorithm must be `, actual, ...types));
}
var unusable = (name, prop = "algorithm.name") => /* @__PURE__ */ new TypeError(`CryptoKey does not support this operation, its ${prop} must be ${name}`);
function checkUsage(key, usage) {
	if (usage && !key.usages.includes(usage)) throw new TypeError(`CryptoKey does not support this operation, its usages must include ${usage}.`);
}
function checkModulusLength(alg, key) {
	const { modulusLength } = key.algorithm;
	if (typeof modulusLength != "number" || modulusLength < 2048) throw new TypeError(`${alg} requires key modulusLength to be 2048 bits or larger`);
}
function checkCryptoKey(key, expected, usage) {
	const algorithm = key.algorithm;
	if (algorithm.name !== expected.name) throw unusable(expected.name);
	if (expected.hash && algorithm.hash?.name !== expected.hash) throw unusable(expected.hash, "algorithm.hash");
	if (expected.namedCurve && algorithm.namedCurve !== expected.namedCurve) throw unusable(expected.namedCurve, "algorithm.namedCurve");
	if (expected.length !== void 0 && algorithm.length !== expected.length) throw unusable(expected.length, "algorithm.length");
	checkUsage(key, usage);
}
function snapshotJwk(jwk) {
	return {
		__proto__: null,
		...jwk
	};
}
function normalizeJwk(jwk) {
	const normalized = snapshotJwk(jwk);
	if (normalized.ext !== void 0 && typeof normalized.ext != "boolean") throw new TypeError("\"ext\" (Extractable) Parameter must be a boolean");
	if (normalized.key_ops !== void 0) {
		const value = normalized.key_ops, keyOps = Array.isArray(value) ? [...value] : void 0;
		if (!keyOps || keyOps.some((operation) => typeof operation != "string") || new Set(keyOps).size !== keyOps.length) throw new TypeError("\"key_ops\" (Key Operations) Parameter must be an array of unique strings");
		normalized.key_ops = keyOps;
	}
	return normalized;
}
async function jwkToKey(entry, jwk, extractable) {
	if (!entry.kty.includes(jwk.kty)) throw new JOSENotSupported("Invalid or unsupported JWK \"alg\" (Algorithm) Parameter value");
	const algorithm = entry.resolve?.({
		kty: jwk.kty,
		crv: jwk.crv
	}) ?? entry.subtle, isPrivate = !!(jwk.d || jwk.priv), keyData = {
		...jwk,
		ext: extractable ?? jwk.ext
	};
	return keyData.kty !== "AKP" && delete keyData.alg, delete keyData.use, crypto.subtle.importKey("jwk", keyData, algorithm, keyData.ext ?? !isPrivate, jwk.key_ops ?? entry.usages[isPrivate ? 1 : 0]);
}
async function rawKey(key, expected, usage, extractable = !1) {
	return key instanceof Uint8Array && (key = await crypto.subtle.importKey("raw", key, expected, extractable, [usage])), checkCryptoKey(key, expected, usage), key;
}
// ../phone/node_modules/jose/dist/webapi/lib/key_descriptor.js
function table(entries) {
	const out = { __proto__: null };
	for (const alg in entries) out[alg] = {
		...entries[alg],
		alg
	};
	return out;
}
// ../phone/node_modules/jose/dist/webapi/lib/jws_algorithms.js
var sig = [["verify"], ["sign"]];
function hmac(bits) {
	const subtle = {
		name: "HMAC",
		hash: `SHA-${bits}`
	};
	return {
		kty: ["oct"],
		secret: !0,
		subtle,
		signing: subtle,
		usages: sig
	};
}
function rsa(bits, saltLength) {
	const subtle = {
		name: saltLength ? "RSA-PSS" : "RSASSA-PKCS1-v1_5",
		hash: `SHA-${bits}`
	};
	return {
		kty: ["RSA"],
		subtle,
		signing: saltLength ? {
			...subtle,
			saltLength
		} : subtle,
		usages: sig,
		minRsaBits: 2048
	};
}
function ecdsa(crv, bits) {
	return {
		kty: ["EC"],
		crv,
		subtle: {
			name: "ECDSA",
			namedCurve: crv
		},
		signing: {
			name: "ECDSA",
			hash: `SHA-${bits}`
		},
		usages: sig
	};
}
function eddsa() {
	const subtle = { name: "Ed25519" };
	return {
		kty: ["OKP"],
		crv: "Ed25519",
		subtle,
		signing: subtle,
		usages: sig
	};
}
function mldsa(parameterSet) {
	const subtle = { name: `ML-DSA-${parameterSet}` };
	return {
		kty: ["AKP"],
		subtle,
		signing: subtle,
		usages: sig
	};
}
var JWS = table({
	HS256: hmac(256),
	HS384: hmac(384),
	HS512: hmac(512),
	RS256: rsa(256),
	RS384: rsa(384),
	RS512: rsa(512),
	PS256: rsa(256, 32),
	PS384: rsa(384, 48),
	PS512: rsa(512, 64),
	ES256: ecdsa("P-256", 256),
	ES384: ecdsa("P-384", 384),
	ES512: ecdsa("P-521", 512),
	EdDSA: eddsa(),
	Ed25519: eddsa(),
	"ML-DSA-44": mldsa(44),
	"ML-DSA-65": mldsa(65),
	"ML-DSA-87": mldsa(87)
});
function jwsAlgorithm(alg) {
	const entry = typeof alg == "string" ? JWS[alg] : void 0;
	if (!entry) throw new JOSENotSupported(`alg ${alg} is not supported either by JOSE or your javascript runtime`);
	return entry;
}
// ../phone/node_modules/jose/dist/webapi/lib/jws_verify.js
function prepareVerify(options) {
	return [options && validateAlgorithms("algorithms", options.algorithms), options?.crit];
}
function parseProtectedHeader(encodedProtectedHeader) {
	return encodedProtectedHeader === void 0 ? {} : parseJoseHeader(encodedProtectedHeader, JWSInvalid, "JWS Protected Header is invalid");
}
function encodeCompactUnencodedPayload(payload) {
	try {
		return encode$1(payload);
	} catch (cause) {
		throw new JWSInvalid("JWS Compact Serialization payload must use only ASCII characters", { cause });
	}
}
async function verifySignature(jws, shared, key, encodeUnencodedPayload, parsedProtected) {
	const { protected: encodedProtectedHeader, header, payload: inputPayload } = jws, protectedHeader = parsedProtected ?? parseProtectedHeader(encodedProtectedHeader);
	if (!isDisjoint(protectedHeader, header)) throw new JWSInvalid("JWS Protected and JWS Unprotected Header Parameter names must be disjoint");
	const joseHeader = {
		...protectedHeader,
		...header
	}, b64 = validateB64(protectedHeader, validateCrit(JWSInvalid, JWS_RECOGNIZED, shared[1], protectedHeader, joseHeader)), { alg } = joseHeader;
	if (typeof alg != "string" || !alg) throw new JWSInvalid("JWS \"alg\" (Algorithm) Header Parameter missing or invalid");
	if (shared[0] && !shared[0].has(alg)) throw new JOSEAlgNotAllowed("\"alg\" (Algorithm) Header Parameter value not allowed");
	if (b64) {
		if (typeof inputPayload != "string") throw new JWSInvalid("JWS Payload must be a string");
	} else if (typeof inputPayload != "string" && !(inputPayload instanceof Uint8Array)) throw new JWSInvalid("JWS Payload must be a string or an Uint8Array instance");
	const signingPayload = b64 || typeof inputPayload != "string" ? inputPayload : encodeUnencodedPayload(inputPayload);
	let resolvedKey = !1;
	typeof key == "function" && (key = await key(protectedHeader, jws), resolvedKey = !0);
	const entry = jwsAlgorithm(alg), signingInput = concat(encodedProtectedHeader !== void 0 ? encode$1(encodedProtectedHeader) : /* @__PURE__ */ new Uint8Array(), encode$1("."), typeof signingPayload == "string" ? shared[2] ??= encodeAsciiMember(signingPayload, "payload", JWSInvalid) : signingPayload), signature = decodeBase64url(jws.signature, "signature", JWSInvalid), verificationKey = await prepareKey(entry, key, "verify"), cryptoKey = await rawKey(verificationKey, entry.subtle, "verify");
	entry.minRsaBits && checkModulusLength(entry.alg, cryptoKey);
	let verified = !1;
	try {
		verified = await crypto.subtle.verify(entry.signing, cryptoKey, signature, signingInput);
	} catch (cause) {
		throw new JWSSignatureVerificationFailed(void 0, { cause });
	}
	if (!verified) throw new JWSSignatureVerificationFailed();
	const result = { payload: typeof signingPayload == "string" ? decodeBase64url(signingPayload, "payload", JWSInvalid) : signingPayload };
	return encodedProtectedHeader !== void 0 && (result.protectedHeader = protectedHeader), header !== void 0 && (result.unprotectedHeader = header), resolvedKey ? [{
		...result,
		key: verificationKey
	}, b64] : [result, b64];
}
async function verifyCompact(jws, shared, key) {
	if (jws instanceof Uint8Array && (jws = decoder.decode(jws)), typeof jws != "string") throw new JWSInvalid("Compact JWS must be a string or Uint8Array");
	const { 0: protectedHeader, 1: payload, 2: signature, length } = jws.split(".");
	if (length !== 3) throw new JWSInvalid("Invalid Compact JWS");
	return verifySignature({
		payload,
		protected: protectedHeader,
		signature
	}, shared, key, encodeCompactUnencodedPayload);
}
// ../phone/node_modules/jose/dist/webapi/lib/jwt_claims_set.js
var epoch = (date) => Math.floor(date.getTime() / 1e3);
var multipliers = {
	s: 1,
	m: 60,
	h: 3600,
	d: 86400,
	w: 604800,
	y: 31557600
};
var REGEX = /^(\+|\-)? ?(\d+|\d+\.\d+) ?(seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w|years?|yrs?|y)(?: (ago|from now))?$/i;
var checkFailed = "check_failed";
function invalidDuration() {
	throw new TypeError("Invalid time period format");
}
function secs(str) {
	typeof str != "string" && invalidDuration();
	const matched = REGEX.exec(str);
	(!matched || matched[4] && matched[1]) && invalidDuration();
	const value = parseFloat(matched[2]), durationSeconds = Math.round(value * multipliers[matched[3][0].toLowerCase()]);
	return Number.isFinite(durationSeconds) || invalidDuration(), matched[1] === "-" || matched[4] === "ago" ? -durationSeconds : durationSeconds;
}
function validateInput(label, input) {
	if (!Number.isFinite(input)) throw new TypeError(`Invalid ${label} input`);
	return input;
}
function validateStringClaim(claim, value) {
	if (typeof value != "string") throw new TypeError(`"${claim}" claim must be a string`);
}
function validateAudienceClaim(value) {
	if (typeof value != "string" && (!Array.isArray(value) || Array.from(value).some((member) => typeof member != "string"))) throw new TypeError("\"aud\" claim must be a string or an array of strings");
}
function numericDate(value, label) {
	return typeof value == "number" ? validateInput(label, value) : value instanceof Date ? validateInput(label, epoch(value)) : epoch(/* @__PURE__ */ new Date()) + secs(value);
}
var normalizeTyp = (value) => {
	const normalized = value.toLowerCase();
	return value.includes("/") ? normalized : `application/${normalized}`;
};
var checkAudiencePresence = (audPayload, audOption) => typeof audPayload == "string" ? audOption.includes(audPayload) : Array.isArray(audPayload) ? audOption.some((aud) => audPayload.includes(aud)) : !1;
function validateNumericDate(claimsSet, claim, required = !1) {
	const value = claimsSet[claim];
	if (!(value === void 0 && !required)) {
		if (typeof value != "number") throw new JWTClaimValidationFailed(`"${claim}" claim must be a number`, claimsSet, claim, "invalid");
		return value;
	}
}
function unexpectedClaim(claimsSet, claim) {
	throw new JWTClaimValidationFailed(`unexpected "${claim}" claim value`, claimsSet, claim, checkFailed);
}
function validateClaimsSet(protectedHeader, claimsSetBytes, options = {}) {
	let claimsSet;
	try {
		claimsSet = JSON.parse(strictDecoder.decode(claimsSetBytes));
	} catch (cause) {
		throw new JWTInvalid("JWT Claims Set must be a top-level JSON object", { cause });
	}
	if (!isObject(claimsSet)) throw new JWTInvalid("JWT Claims Set must be a top-level JSON object");
	const { typ } = options;
	if (typ !== void 0 && (typeof protectedHeader.typ != "string" || normalizeTyp(protectedHeader.typ) !== normalizeTyp(typ))) throw new JWTClaimValidationFailed("unexpected \"typ\" JWT header value", claimsSet, "typ", checkFailed);
	const { requiredClaims = [], issuer, subject, audience, maxTokenAge } = options, presenceCheck = [...requiredClaims];
	maxTokenAge !== void 0 && presenceCheck.push("iat"), audience !== void 0 && presenceCheck.push("aud"), subject !== void 0 && presenceCheck.push("sub"), issuer !== void 0 && presenceCheck.push("iss");
	for (const claim of new Set(presenceCheck.reverse())) if (!Object.hasOwn(claimsSet, claim)) throw new JWTClaimValidationFailed(`missing required "${claim}" claim`, claimsSet, claim, "missing");
	issuer !== void 0 && !(Array.isArray(issuer) ? issuer : [issuer]).includes(claimsSet.iss) && unexpectedClaim(claimsSet, "iss"), subject !== void 0 && claimsSet.sub !== subject && unexpectedClaim(claimsSet, "sub"), audience !== void 0 && !checkAudiencePresence(claimsSet.aud, typeof audience == "string" ? [audience] : audience) && unexpectedClaim(claimsSet, "aud");
	const { clockTolerance } = options;
	let tolerance = 0;
	if (typeof clockTolerance == "string") tolerance = secs(clockTolerance);
	else if (clockTolerance !== void 0) {
		if (typeof clockTolerance != "number") throw new TypeError("Invalid clockTolerance option type");
		tolerance = clockTolerance;
	}
	if (validateInput("clockTolerance option", tolerance), tolerance < 0) throw new TypeError("Invalid clockTolerance option input");
	const { currentDate } = options, now = validateInput("currentDate option", epoch(currentDate === void 0 ? /* @__PURE__ */ new Date() : currentDate)), iat = validateNumericDate(claimsSet, "iat", maxTokenAge !== void 0), nbf = validateNumericDate(claimsSet, "nbf");
	if (nbf !== void 0 && nbf > now + tolerance) throw new JWTClaimValidationFailed("\"nbf\" claim timestamp check failed", claimsSet, "nbf", checkFailed);
	const exp = validateNumericDate(claimsSet, "exp");
	if (exp !== void 0 && exp <= now - tolerance) throw new JWTExpired("\"exp\" claim timestamp check failed", claimsSet, "exp", checkFailed);
	if (maxTokenAge !== void 0) {
		const age = now - iat, max = validateInput("maxTokenAge option", typeof maxTokenAge == "number" ? maxTokenAge : secs(maxTokenAge));
		if (max < 0) throw new TypeError("Invalid maxTokenAge option input");
		if (age - tolerance > max) throw new JWTExpired("\"iat\" claim timestamp check failed (too far in the past)", claimsSet, "iat", checkFailed);
		if (age < -tolerance) throw new JWTClaimValidationFailed("\"iat\" claim timestamp check failed (it should be in the past)", claimsSet, "iat", checkFailed);
	}
	return claimsSet;
}
var producerClaimsSets;
function producerClaimsSet(producer) {
	return producerClaimsSets.get(producer);
}
function jwtClaimsSetBytes(producer) {
	const claimsSet = producerClaimsSet(producer);
	for (const claim of [
		"iat",
		"nbf",
		"exp"
	]) {
		const value = claimsSet[claim];
		if (typeof value == "number" && !Number.isFinite(value)) throw new TypeError(`"${claim}" claim must be a finite number`);
	}
	return encoder.encode(JSON.stringify(claimsSet));
}
var JWTClaimsBuilder = class {
	constructor(claimsSet = {}) {
		if (!isObject(claimsSet)) throw new TypeError("JWT Claims Set MUST be an object");
		(producerClaimsSets ||= /* @__PURE__ */ new WeakMap()).set(this, structuredClone(claimsSet));
	}
	setIssuer(value) {
		return validateStringClaim("iss", value), producerClaimsSet(this).iss = value, this;
	}
	setSubject(value) {
		return validateStringClaim("sub", value), producerClaimsSet(this).sub = value, this;
	}
	setAudience(value) {
		return validateAudienceClaim(value), producerClaimsSet(this).aud = value, this;
	}
	setJti(value) {
		return validateStringClaim("jti", value), producerClaimsSet(this).jti = value, this;
	}
	setNotBefore(value) {
		return producerClaimsSet(this).nbf = numericDate(value, "setNotBefore"), this;
	}
	setExpirationTime(value) {
		return producerClaimsSet(this).exp = numericDate(value, "setExpirationTime"), this;
	}
	setIssuedAt(value) {
		const claimsSet = producerClaimsSet(this);
		return value === void 0 ? claimsSet.iat = epoch(/* @__PURE__ */ new Date()) : typeof value == "string" ? claimsSet.iat = validateInput("setIssuedAt", epoch(/* @__PURE__ */ new Date()) + secs(value)) : claimsSet.iat = numericDate(value, "setIssuedAt"), this;
	}
};
// ../phone/node_modules/jose/dist/webapi/jwt/verify.js
async function jwtVerify(jwt, key, options) {
	const [verified, b64] = await verifyCompact(jwt, prepareVerify(options), key);
	if (!b64) throw new JWTInvalid("JWTs MUST NOT use unencoded payload");
	const payload = validateClaimsSet(verified.protectedHeader, verified.payload, options);
	return {
		...verified,
		payload
	};
}
// ../phone/node_modules/jose/dist/webapi/lib/jws_sign.js
async function createSignature(input, key, rejectUnencoded) {
	let [payload, protectedHeader, unprotectedHeader, crit] = input, encodedProtectedHeader = "";
	if (protectedHeader !== void 0) {
		const normalized = serializeJoseHeader(JWSInvalid, protectedHeader);
		protectedHeader = normalized[0], encodedProtectedHeader = encode(normalized[1]);
	}
	if (unprotectedHeader !== void 0 && (unprotectedHeader = serializeJoseHeader(JWSInvalid, unprotectedHeader)[0]), !protectedHeader && !unprotectedHeader) throw new JWSInvalid("either setProtectedHeader or setUnprotectedHeader must be called before #sign()");
	if (!isDisjoint(protectedHeader, unprotectedHeader)) throw new JWSInvalid("JWS Protected and JWS Unprotected Header Parameter names must be disjoint");
	const joseHeader = {
		...protectedHeader,
		...unprotectedHeader
	};
	validateCritDuplicates(JWSInvalid, protectedHeader);
	const b64 = validateB64(protectedHeader, validateCrit(JWSInvalid, JWS_RECOGNIZED, crit, protectedHeader, joseHeader));
	b64 || rejectUnencoded?.();
	const { alg } = joseHeader;
	if (typeof alg != "string" || !alg) throw new JWSInvalid("JWS \"alg\" (Algorithm) Header Parameter missing or invalid");
	const entry = jwsAlgorithm(alg);
	let encodedPayload = "", signingPayload = payload, signingInput;
	if (b64) {
		const encodedPayloadCache = input[4];
		encodedPayloadCache ? (encodedPayload = encodedPayloadCache[0] ??= encode(payload), signingPayload = encodedPayloadCache[1] ??= encode$1(encodedPayload)) : (encodedPayload = encode(payload), signingInput = encoder.encode(`${encodedProtectedHeader}.${encodedPayload}`));
	}
	signingInput ??= concat(encode$1(encodedProtectedHeader), encode$1("."), signingPayload);
	const signingKey = await rawKey(await prepareKey(entry, key, "sign"), entry.subtle, "sign");
	entry.minRsaBits && checkModulusLength(entry.alg, signingKey);
	const jws = {
		signature: encode(new Uint8Array(await crypto.subtle.sign(entry.signing, signingKey, signingInput))),
		payload: encodedPayload
	};
	return protectedHeader && (jws.protected = encodedProtectedHeader), unprotectedHeader && (jws.header = unprotectedHeader), [jws, b64];
}
async function createCompactSignature(payload, protectedHeader, crit, key, rejectUnencoded) {
	const [jws] = await createSignature([
		payload,
		protectedHeader,
		void 0,
		crit
	], key, rejectUnencoded);
	return `${jws.protected}.${jws.payload}.${jws.signature}`;
}
// ../phone/node_modules/jose/dist/webapi/jwt/sign.js
var SignJWT_base = JWTClaimsBuilder;
var SignJWT = class extends SignJWT_base {
	#protectedHeader;
	setProtectedHeader(protectedHeader) {
		return assertNotSet(this.#protectedHeader, "setProtectedHeader"), this.#protectedHeader = protectedHeader, this;
	}
	async sign(key, options) {
		return createCompactSignature(jwtClaimsSetBytes(this), this.#protectedHeader, options?.crit, key, () => {
			throw new JWTInvalid("JWTs MUST NOT use unencoded payload");
		});
	}
};
// ../phone/node_modules/jose/dist/webapi/jwks/local.js
function isUsableJWK(jwk, entry, alg, kid) {
	const { kty, key_ops: keyOps, ext, kid: jwkKid, alg: jwkAlg, use, crv } = jwk;
	return (ext === void 0 || typeof ext == "boolean") && (keyOps === void 0 || Array.isArray(keyOps) && keyOps.every((operation, index) => typeof operation == "string" && keyOps.indexOf(operation) === index) && keyOps.includes("verify")) && entry.kty.includes(kty) && (kid === void 0 || typeof kid == "string" && kid === jwkKid) && (jwkAlg === void 0 ? kty !== "AKP" : alg === jwkAlg) && (use === void 0 || use === "sig") && (!entry.crv || crv === entry.crv);
}
async function importWithAlgCache(cache, jwk, entry) {
	const cached = cache.get(jwk) || cache.set(jwk, {}).get(jwk), { alg } = entry;
	if (cached[alg] === void 0) {
		const pending = jwkToKey(entry, jwk, !0).then((key) => {
			if (key.type !== "public") throw new JWKSInvalid("JSON Web Key Set members must be public keys");
			return cached[alg] = key, key;
		}).catch((error) => {
			throw cached[alg] === pending && delete cached[alg], error;
		});
		cached[alg] = pending;
	}
	return cached[alg];
}
function createLocalJWKSet(jwks) {
	let snapshot;
	try {
		snapshot = structuredClone(jwks);
	} catch (cause) {
		throw new JWKSInvalid("JSON Web Key Set malformed", { cause });
	}
	if (!isJwkSet(snapshot)) throw new JWKSInvalid("JSON Web Key Set malformed");
	const metadata = snapshot.keys.map((jwk) => {
		const normalized = snapshotJwk(jwk);
		return Array.isArray(normalized.key_ops) && (normalized.key_ops = [...normalized.key_ops]), normalized;
	}), cached = /* @__PURE__ */ new WeakMap();
	return Object.defineProperty(async (protectedHeader, token) => {
		const { alg, kid } = {
			...protectedHeader,
			...token?.header
		}, entry = typeof alg == "string" ? JWS[alg] : void 0;
		if (!entry || entry.secret) throw new JOSENotSupported("Unsupported \"alg\" value for a JSON Web Key Set");
		const candidates = snapshot.keys.filter((_, index) => isUsableJWK(metadata[index], entry, alg, kid)), { 0: jwk, length } = candidates;
		if (!length) throw new JWKSNoMatchingKey();
		if (length !== 1) {
			const error = new JWKSMultipleMatchingKeys();
			throw error[Symbol.asyncIterator] = async function* () {
				for (const jwk2 of candidates) try {
					yield await importWithAlgCache(cached, jwk2, entry);
				} catch {}
			}, error;
		}
		return importWithAlgCache(cached, jwk, entry);
	}, "jwks", { value: () => structuredClone(snapshot) });
}
// ../phone/node_modules/jose/dist/webapi/jwt/unsecured.js
var UnsecuredJWT_base = JWTClaimsBuilder;
var UnsecuredJWT = class extends UnsecuredJWT_base {
	encode() {
		return `${encode(JSON.stringify({ alg: "none" }))}.${encode(jwtClaimsSetBytes(this))}.`;
	}
	static decode(jwt, options) {
		if (typeof jwt != "string") throw new JWTInvalid("Unsecured JWT must be a string");
		const { 0: encodedHeader, 1: encodedPayload, 2: signature, length } = jwt.split(".");
		if (length !== 3 || signature !== "") throw new JWTInvalid("Invalid Unsecured JWT");
		let header, b64;
		try {
			header = parseJoseHeader(encodedHeader, JWSInvalid, "JWS Protected Header is invalid");
			const extensions = validateCrit(JWSInvalid, JWS_RECOGNIZED, void 0, header, header);
			b64 = validateB64(header, extensions);
		} catch (cause) {
			throw cause instanceof JWSInvalid ? new JWTInvalid("Invalid Unsecured JWT", { cause }) : cause;
		}
		if (header.alg !== "none") throw new JWTInvalid("Invalid Unsecured JWT");
		if (!b64) throw new JWTInvalid("JWTs MUST NOT use unencoded payload");
		return {
			payload: validateClaimsSet(header, decodeBase64url(encodedPayload, "payload", JWTInvalid), options),
			header
		};
	}
};
// worker/auth/key-source.ts
/**
* Shortest time between two fetches, failed ones included: requests with forged key ids must not cause many fetches.
*/
var COOLDOWN_MS = 3e4;
var TIMEOUT_MS = 5e3;
var DEFAULT_FRESH_MS = 36e5;
var MIN_FRESH_MS = 3e5;
var MAX_FRESH_MS = 864e5;
/** The signing keys could not be fetched, so nobody knows whether the token is valid. */
var KeysUnavailable = class extends Error {};
/**
* Signing keys from a JWKS address, for jose's `jwtVerify`.
* - A set is fresh for the max-age of its response. A stale set stays in use while no newer one can be fetched.
* - A key id that the set does not contain (after a rotation) causes a new fetch, at most every 30 s.
* - Requests never share a fetch: a Worker must not wait for the I/O of another request.
*
* The returned function throws KeysUnavailable if there is no set, or if the key is unknown and the last fetch failed;
* it throws jose's JWKSNoMatchingKey if the newest set does not contain the key.
*/
function createKeySource({ url, fetch: get = fetch, now = Date.now }) {
	let keys;
	let freshUntil = 0;
	let triedAt = Number.NEGATIVE_INFINITY;
	let failed = false;
	async function refresh() {
		triedAt = now();
		failed = true;
		try {
			const response = await get(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
			const set = await response.json();
			if (!response.ok || set.keys.length === 0) return;
			keys = createLocalJWKSet(set);
			freshUntil = now() + freshMs(response.headers.get("Cache-Control"));
			failed = false;
		} catch {}
	}
	const mayTry = () => now() - triedAt >= COOLDOWN_MS;
	return async (header, token) => {
		if (!keys || now() >= freshUntil && mayTry()) await refresh();
		if (!keys) throw new KeysUnavailable();
		try {
			return await keys(header, token);
		} catch (error) {
			if (!(error instanceof JWKSNoMatchingKey)) throw error;
			if (mayTry()) await refresh();
			if (failed) throw new KeysUnavailable();
			return await keys(header, token);
		}
	};
}
function freshMs(cacheControl) {
	const seconds = Number(/max-age=(\d{1,9})/.exec(String(cacheControl))?.[1] ?? DEFAULT_FRESH_MS / 1e3);
	return Math.min(Math.max(seconds * 1e3, MIN_FRESH_MS), MAX_FRESH_MS);
}
// worker/auth/verify-id-token.ts
/** Google's keys for Firebase ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
var JWKS_URL = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
var CLOCK_TOLERANCE_S = 60;
var MAX_UID_LENGTH = 128;
var googleKeys = createKeySource({ url: JWKS_URL });
/**
* Verifies a Firebase ID token and returns its user.
* @param keys the source of signing keys: Google's, unless a test passes its own
* @throws Problem UNAUTHENTICATED for a token that is not valid now; UNAVAILABLE if no signing keys can be fetched
*/
async function verifyIdToken(env, token, keys = googleKeys) {
	const project = env.FIREBASE_PROJECT_ID;
	const claims = {
		issuer: `https://securetoken.google.com/${project}`,
		audience: project,
		clockTolerance: CLOCK_TOLERANCE_S
	};
	let payload;
	try {
		if (isEmulatorMode(env)) payload = UnsecuredJWT.decode(token, claims).payload;
		else payload = (await jwtVerify(token, keys, {
			...claims,
			algorithms: ["RS256"]
		})).payload;
	} catch (error) {
		if (error instanceof KeysUnavailable) throw new Problem("UNAVAILABLE", "The sign-in keys cannot be had now.", { retryAfterSeconds: 5 });
		if (error instanceof JOSEError) throw rejected();
		throw error;
	}
	return toUser(payload);
}
function toUser(payload) {
	const nowS = Date.now() / 1e3;
	const { sub, iat, exp, auth_time: authTime, email, name } = payload;
	const past = (value) => typeof value === "number" && value <= nowS + CLOCK_TOLERANCE_S;
	if (!sub || sub.length > MAX_UID_LENGTH || typeof exp !== "number" || !past(iat) || !past(authTime)) throw rejected();
	if (typeof email !== "string" || email === "" || email.length > MAX_LENGTH.email) throw rejected();
	return {
		uid: sub,
		email,
		name: typeof name === "string" ? name : "",
		authTime,
		issuedAt: iat
	};
}
function rejected() {
	return new Problem("UNAUTHENTICATED", "The ID token is not valid.");
}
// worker/routes/id-token.ts
/**
* The user of the call's Firebase ID token (Authorization: Bearer). Valid tokens are counted by account, others by
* address: the phones of a crowd may share one address.
* @throws Problem UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE
*/
async function readIdToken(c) {
	const user = await verifiedToken(c).catch(async (error) => {
		if (error instanceof Problem && error.code === "UNAUTHENTICATED") await countCall(c, "JWT_LIMIT", addressKey(c.req.header("CF-Connecting-IP")));
		throw error;
	});
	await countCall(c, "SIGN_IN_LIMIT", user.uid);
	return user;
}
async function verifiedToken(c) {
	const token = /^Bearer ([^\s]+)$/.exec(c.req.header("Authorization") ?? "")?.[1];
	if (!token) throw new Problem("UNAUTHENTICATED", "Send the Firebase ID token as Authorization: Bearer.");
	return verifyIdToken(c.env, token);
}
// ../phone/node_modules/hono/dist/utils/cookie.js
var validCookieNameRegEx = /^[\w!#$%&'*.^`|~+-]+$/;
var relaxedCookieNameRegEx = /^[!#-:<>-[\]-~]+$/;
var validCookieValueRegEx = /^[ !#-:<-[\]-~]*$/;
var trimCookieWhitespace = (value) => {
	let start = 0;
	let end = value.length;
	while (start < end) {
		const charCode = value.charCodeAt(start);
		if (charCode !== 32 && charCode !== 9) break;
		start++;
	}
	while (end > start) {
		const charCode = value.charCodeAt(end - 1);
		if (charCode !== 32 && charCode !== 9) break;
		end--;
	}
	return start === 0 && end === value.length ? value : value.slice(start, end);
};
var parse$1 = (cookie, name) => {
	if (name && cookie.indexOf(name) === -1) return {};
	const pairs = cookie.split(";");
	const parsedCookie = Object.create(null);
	for (const pairStr of pairs) {
		const valueStartPos = pairStr.indexOf("=");
		if (valueStartPos === -1) continue;
		const cookieName = trimCookieWhitespace(pairStr.substring(0, valueStartPos));
		if (name && name !== cookieName || !relaxedCookieNameRegEx.test(cookieName) || cookieName in parsedCookie) continue;
		let cookieValue = trimCookieWhitespace(pairStr.substring(valueStartPos + 1));
		if (cookieValue.startsWith("\"") && cookieValue.endsWith("\"")) cookieValue = cookieValue.slice(1, -1);
		if (validCookieValueRegEx.test(cookieValue)) {
			parsedCookie[cookieName] = tryDecodeURIComponent(cookieValue);
			if (name) break;
		}
	}
	return parsedCookie;
};
var _serialize = (name, value, opt = {}) => {
	if (!validCookieNameRegEx.test(name)) throw new Error("Invalid cookie name");
	let cookie = `${name}=${value}`;
	if (/^__secure-/i.test(name) && !opt.secure) throw new Error("__Secure- Cookie must have Secure attributes");
	if (/^__host-/i.test(name)) {
		if (!opt.secure) throw new Error("__Host- Cookie must have Secure attributes");
		if (opt.path !== "/") throw new Error("__Host- Cookie must have Path attributes with \"/\"");
		if (opt.domain) throw new Error("__Host- Cookie must not have Domain attributes");
	}
	for (const key of [
		"domain",
		"path",
		"sameSite",
		"priority"
	]) if (opt[key] && /[;\r\n]/.test(opt[key])) throw new Error(`${key} must not contain ";", "\\r", or "\\n"`);
	if (opt && typeof opt.maxAge === "number" && opt.maxAge >= 0) {
		if (opt.maxAge > 3456e4) throw new Error("Cookies Max-Age SHOULD NOT be greater than 400 days (34560000 seconds) in duration.");
		cookie += `; Max-Age=${opt.maxAge | 0}`;
	}
	if (opt.domain && opt.prefix !== "host") cookie += `; Domain=${opt.domain}`;
	if (opt.path) cookie += `; Path=${opt.path}`;
	if (opt.expires) {
		if (opt.expires.getTime() - Date.now() > 3456e7) throw new Error("Cookies Expires SHOULD NOT be greater than 400 days (34560000 seconds) in the future.");
		cookie += `; Expires=${opt.expires.toUTCString()}`;
	}
	if (opt.httpOnly) cookie += "; HttpOnly";
	if (opt.secure) cookie += "; Secure";
	if (opt.sameSite) cookie += `; SameSite=${opt.sameSite.charAt(0).toUpperCase() + opt.sameSite.slice(1)}`;
	if (opt.priority) cookie += `; Priority=${opt.priority.charAt(0).toUpperCase() + opt.priority.slice(1)}`;
	if (opt.partitioned) {
		if (!opt.secure) throw new Error("Partitioned Cookie must have Secure attributes");
		cookie += "; Partitioned";
	}
	return cookie;
};
var serialize = (name, value, opt) => {
	value = encodeURIComponent(value);
	return _serialize(name, value, opt);
};
// ../phone/node_modules/hono/dist/helper/cookie/index.js
var getCookie = (c, key, prefix) => {
	const cookie = c.req.raw.headers.get("Cookie");
	if (typeof key === "string") {
		if (!cookie) return;
		let finalKey = key;
		if (prefix === "secure") finalKey = "__Secure-" + key;
		else if (prefix === "host") finalKey = "__Host-" + key;
		return parse$1(cookie, finalKey)[finalKey];
	}
	if (!cookie) return {};
	return parse$1(cookie);
};
var generateCookie = (name, value, opt) => {
	let cookie;
	if (opt?.prefix === "secure") cookie = serialize("__Secure-" + name, value, {
		path: "/",
		...opt,
		secure: true
	});
	else if (opt?.prefix === "host") cookie = serialize("__Host-" + name, value, {
		...opt,
		path: "/",
		secure: true,
		domain: void 0
	});
	else cookie = serialize(name, value, {
		path: "/",
		...opt
	});
	return cookie;
};
var setCookie = (c, name, value, opt) => {
	const cookie = generateCookie(name, value, opt);
	c.header("Set-Cookie", cookie, { append: true });
};
var deleteCookie = (c, name, opt) => {
	const deletedCookie = getCookie(c, name, opt?.prefix);
	setCookie(c, name, "", {
		...opt,
		maxAge: 0
	});
	return deletedCookie;
};
// worker/auth/session.ts
var ISSUER = "startline";
/** Most verified sessions that an isolate keeps in memory; one takes a few hundred bytes. */
var MAX_VERIFIED = 5e3;
var LOOPBACK = [
	"localhost",
	"127.0.0.1",
	"[::1]"
];
/**
* The session cookie's name, and whether it is Secure. The prefix `__Host-` binds the cookie to this host and to https
* (RFC 6265bis, section 4.1.3.2). Browsers refuse the prefix on plain http, so on loopback the name has no prefix.
*/
function cookieOf(c) {
	const secure = isSecure(c);
	return {
		name: secure ? "__Host-session" : "session",
		secure
	};
}
/** Are cookies Secure here? Everywhere but on loopback, where a browser has plain http. */
function isSecure(c) {
	const { protocol, hostname } = new URL(c.req.url);
	return protocol === "https:" || !LOOPBACK.includes(hostname);
}
function keyOf(env, name) {
	const secret = env[name];
	if (!secret || secret.length < 32) throw new Error(`${name} must have at least 32 characters`);
	return new TextEncoder().encode(secret);
}
/** The keys that a session may be signed with: while the secret is rotated, there are two. */
function keysOf(env) {
	return (env.SESSION_SECRET_PREVIOUS ? ["SESSION_SECRET", "SESSION_SECRET_PREVIOUS"] : ["SESSION_SECRET"]).map((name) => keyOf(env, name));
}
/**
* Sets the session cookie: a JWT that this worker signs. The session is as old as the ID token, so that an account that
* is disabled at Firebase cannot make its session younger with an older token.
* @returns the end of the session, ISO 8601
*/
async function issueSession(c, user) {
	const issuedAt = Math.min(user.issuedAt, Math.floor(Date.now() / 1e3));
	const expiresAt = /* @__PURE__ */ new Date(issuedAt * 1e3 + 14 * DAY_MS);
	const name = cut(normaliseLine(user.name), MAX_LENGTH.name);
	const token = await new SignJWT({
		email: user.email,
		name
	}).setProtectedHeader({ alg: "HS256" }).setIssuer(ISSUER).setAudience(c.env.FIREBASE_PROJECT_ID).setSubject(user.uid).setIssuedAt(issuedAt).setExpirationTime(expiresAt).sign(keyOf(c.env, "SESSION_SECRET"));
	const cookie = cookieOf(c);
	setCookie(c, cookie.name, token, {
		path: "/",
		httpOnly: true,
		secure: cookie.secure,
		sameSite: "Strict",
		expires: expiresAt
	});
	return expiresAt.toISOString();
}
/** Deletes the session cookie. */
function clearSession(c) {
	const cookie = cookieOf(c);
	deleteCookie(c, cookie.name, {
		path: "/",
		secure: cookie.secure
	});
}
var settingsOf = (env) => [
	env.FIREBASE_PROJECT_ID,
	env.SESSION_SECRET,
	env.SESSION_SECRET_PREVIOUS
].join("\n");
var verified = /* @__PURE__ */ new Map();
function verifiedUser(env, token) {
	const known = verified.get(token);
	if (known?.settings !== settingsOf(env)) return null;
	return known.exp > Date.now() / 1e3 ? known.user : null;
}
function rememberVerified(env, token, user, exp) {
	if (verified.size >= MAX_VERIFIED) verified.clear();
	verified.set(token, {
		user,
		exp,
		settings: settingsOf(env)
	});
}
/**
* The user of the request's session cookie, or null without a valid session.
* @throws Error if SESSION_SECRET is missing, or a secret is too short
*/
async function readSession(c) {
	const token = getCookie(c, cookieOf(c).name);
	if (!token) return null;
	const known = verifiedUser(c.env, token);
	if (known) return known;
	for (const key of keysOf(c.env)) {
		const payload = await verify(token, key, c.env);
		if (!payload) continue;
		const { sub, email, name, exp, iat } = payload;
		if (!sub || !exp || !iat || typeof email !== "string" || typeof name !== "string") return null;
		const user = {
			uid: sub,
			email,
			name,
			issuedAt: iat
		};
		rememberVerified(c.env, token, user, exp);
		return user;
	}
	return null;
}
/** The claims of a session that was signed with this key; null if the session is not valid. */
async function verify(token, key, env) {
	try {
		const { payload } = await jwtVerify(token, key, {
			issuer: ISSUER,
			audience: env.FIREBASE_PROJECT_ID,
			algorithms: ["HS256"],
			requiredClaims: ["exp", "iat"]
		});
		return payload;
	} catch {
		return expected("not-ours", null);
	}
}
// worker/routes/require-user.ts
var KNOWN_MS = 6e4;
/** Most accounts that an isolate keeps in memory. */
var MAX_KNOWN$1 = 5e3;
/** When the sessions of accounts were ended, as this isolate read it. A full map is cleared. */
var known$1 = /* @__PURE__ */ new Map();
/** Lets only signed-in users pass, and sets `user`. It runs before a route reads anything else of the request. */
var requireUser = createMiddleware(async (c, next) => {
	const user = await readSession(c);
	if (!user) throw new Problem("UNAUTHENTICATED", "Sign in to do this.");
	c.set("user", user);
	if (c.req.method !== "GET" && c.req.method !== "HEAD") {
		await next();
		if (c.error instanceof Problem && c.get("d1").meter.roundTrips === 0 && c.res.status !== 429) await assertOpen(c);
		return;
	}
	const check = knownEnd(c.env.DB, user.uid).then((end) => assertNotEnded(user.issuedAt, end));
	if (c.req.header("Upgrade")) await check;
	await Promise.allSettled([check, next()]);
	await check;
});
/** Lets a write pass if its session is not older than a day. The op checks whether the session was ended. */
var requireFresh = createMiddleware(async (c, next) => {
	assertFresh(c.get("user"));
	await next();
});
/** Lets a write pass if its session was not ended. It is for writes that make no op. */
var requireOpen = createMiddleware(async (c, next) => {
	await assertOpen(c);
	await next();
});
/** Asks the database. @throws Problem UNAUTHENTICATED if the session was ended */
async function assertOpen(c) {
	const { uid, issuedAt } = c.get("user");
	assertNotEnded(issuedAt, await sessionsEnd(c.env.DB, uid));
}
/** @throws Problem UNAUTHENTICATED if the session is too old for a write */
function assertFresh(user) {
	if (isFresh(user)) return;
	throw new Problem("UNAUTHENTICATED", "This session is too old to change anything. Sign in again.");
}
/** Is the session of the last day? */
function isFresh({ issuedAt }) {
	return Date.now() - issuedAt * 1e3 <= 1 * DAY_MS;
}
/** When the account's sessions were ended, as it was within the last minute. */
async function knownEnd(d1, uid) {
	const now = Date.now();
	const entry = known$1.get(uid);
	if (entry && now - entry.readAt >= 0 && now - entry.readAt < KNOWN_MS) return entry.end;
	const end = await sessionsEnd(d1, uid);
	if (known$1.size >= MAX_KNOWN$1) known$1.clear();
	known$1.set(uid, {
		end,
		readAt: now
	});
	return end;
}
// contract/rest.ts
/** The fields of a marathon that the server sets. It ignores the values that a client sends for them. */
var DECIDED_MARATHON_FIELDS = [
	"_id",
	"name",
	"email",
	"createdAt",
	"regCount",
	"waitingCount",
	"enteredCount",
	"commitment",
	"seed",
	"ver",
	"ownerUid"
];
/** The fields that an update of an application ignores. Older clients send the whole object. */
var FIXED_APPLICATION_FIELDS = [
	"_id",
	"marathonId",
	"title",
	"startDate",
	"email",
	"createdAt",
	"status",
	"promotedAt",
	"waitingOrder",
	"drawOrder",
	"bib",
	"code",
	"ver"
];
/** A new row as a JSON object. A client may send its id. `decide` checks the other values. */
var newRowSchema = /* @__PURE__ */ looseObject({ _id: /* @__PURE__ */ optional(idSchema) }, NOT_AN_OBJECT);
/** A JSON object. `decide` checks its values. */
var fieldsSchema$1 = /* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ unknown(), NOT_AN_OBJECT);
var ignored = (names) => Object.fromEntries(names.map((name) => [name, /* @__PURE__ */ optional(/* @__PURE__ */ unknown())]));
var marathonPostSchema = /* @__PURE__ */ extend(marathonCreateSchema, {
	...ignored(DECIDED_MARATHON_FIELDS),
	_id: /* @__PURE__ */ optional(idSchema)
});
var marathonPutSchema = /* @__PURE__ */ extend(marathonPatchSchema, ignored(DECIDED_MARATHON_FIELDS));
/** Without marathonId, the title and start date must match exactly one marathon (worker/reads/find-marathon). */
var applicationPostSchema = /* @__PURE__ */ extend(applicationCreateSchema, {
	...ignored(["createdAt", "ver"]),
	_id: /* @__PURE__ */ optional(idSchema),
	marathonId: /* @__PURE__ */ optional(idSchema)
});
var applicationPutSchema = /* @__PURE__ */ extend(applicationPatchSchema, ignored(FIXED_APPLICATION_FIELDS));
var jwtBodySchema = /* @__PURE__ */ object({ email: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _maxLength(MAX_LENGTH.email, atMostCharacters(MAX_LENGTH.email))) });
var limitUpTo = (most) => (/* @__PURE__ */ number$1(NOT_A_NUMBER)).check(int(NOT_A_WHOLE_NUMBER), /* @__PURE__ */ _gte(1, atLeast(1)), /* @__PURE__ */ _lte(most, atMost(most)));
var marathonListQuerySchema = /* @__PURE__ */ object({
	sort: /* @__PURE__ */ _default(/* @__PURE__ */ _enum(["asc", "desc"], NOT_A_SORT), "desc"),
	email: /* @__PURE__ */ optional(/* @__PURE__ */ string()),
	limit: /* @__PURE__ */ _default(limitUpTo(500), 500),
	/** The cursor from the `Link` header of the previous page. */
	cursor: /* @__PURE__ */ optional(/* @__PURE__ */ string())
});
/** `?email=` limits a list to the user's own rows. It must be the user's own email; a space in it means `+`. */
var ownListQuerySchema = /* @__PURE__ */ object({
	email: /* @__PURE__ */ optional(/* @__PURE__ */ string()),
	limit: /* @__PURE__ */ _default(limitUpTo(500), 500),
	/** The cursor from the `Link` header of the previous page. */
	cursor: /* @__PURE__ */ optional(/* @__PURE__ */ string())
});
var SEPARATORS = ["comma", "semicolon"];
/** Without `limit` and `cursor` the response has all entrants, with one of them it is a page. */
var entrantListQuerySchema = /* @__PURE__ */ object({
	limit: /* @__PURE__ */ optional(limitUpTo(ENTRANT_PAGE_ROWS)),
	/** The cursor from the `Link` header of the previous page. */
	cursor: /* @__PURE__ */ optional(/* @__PURE__ */ string()),
	/** What separates the cells of CSV; a comma without it. */
	separator: /* @__PURE__ */ optional(/* @__PURE__ */ _enum(SEPARATORS, notOneOf(SEPARATORS.join(", "))))
});
var insertedSchema = /* @__PURE__ */ object({
	acknowledged: /* @__PURE__ */ literal$1(true),
	insertedId: idSchema
});
var updatedSchema = /* @__PURE__ */ object({
	acknowledged: /* @__PURE__ */ literal$1(true),
	matchedCount: int(),
	modifiedCount: int()
});
var deletedCountSchema = /* @__PURE__ */ object({
	acknowledged: /* @__PURE__ */ literal$1(true),
	deletedCount: int()
});
/** An invitation to help. `url` opens the app where it is accepted; the server does not keep it. */
var invitationSchema = /* @__PURE__ */ object({
	url: /* @__PURE__ */ url(),
	expiresAt: /* @__PURE__ */ datetime()
});
/** An invitation that is still open, as the organiser sees one. The id does not open it. */
var openInvitationSchema = /* @__PURE__ */ object({
	_id: idSchema,
	expiresAt: /* @__PURE__ */ datetime()
});
/** The marathon that an invitation is for, for the account that asks. */
var invitedSchema = /* @__PURE__ */ object({
	marathonId: idSchema,
	title: /* @__PURE__ */ string(),
	location: /* @__PURE__ */ string(),
	startDate: /* @__PURE__ */ string(),
	timeZone: /* @__PURE__ */ string()
});
var acceptedSchema = /* @__PURE__ */ object({ marathonId: idSchema });
/** A helper as the organiser sees one. The id is made for this marathon, and tells nothing of the account. */
var helperSchema = /* @__PURE__ */ object({
	_id: idSchema,
	name: /* @__PURE__ */ string(),
	since: /* @__PURE__ */ datetime()
});
var healthSchema = /* @__PURE__ */ object({
	ok: /* @__PURE__ */ literal$1(true),
	time: /* @__PURE__ */ datetime()
});
/** An OpenAPI document. The schema checks only its top level. */
var openApiSchema = /* @__PURE__ */ looseObject({
	openapi: /* @__PURE__ */ string(),
	info: /* @__PURE__ */ looseObject({}),
	paths: /* @__PURE__ */ looseObject({})
});
// worker/group/crowds.ts
/** Before a registration opens, its applicants are already sent to the group commit. */
var BEFORE_MS = 3e5;
/** The crowd of an opening lasts this long. */
var AFTER_MS = 18e5;
/** After a guard has failed because applicants were in each other's way, the marathon counts as crowded for this long. */
var CONTENDED_MS = 6e4;
/** Most marathons that an isolate keeps in memory. A full map is cleared. */
var MAX_KNOWN = 1e3;
/** What this isolate has learned of marathons from the applications that it applied directly, by marathon id. */
var known = /* @__PURE__ */ new Map();
/**
* Learns of a marathon from an application that was applied directly.
* @param opensAt when its registration opens, ms since the epoch
* @param isContended whether a guard failed
* @param now ms since the epoch
*/
function noteMarathon(marathonId, opensAt, isContended, now) {
	if (known.size >= MAX_KNOWN && !known.has(marathonId)) known.clear();
	const contendedUntil = isContended ? now + CONTENDED_MS : known.get(marathonId)?.contendedUntil ?? 0;
	known.set(marathonId, {
		opensAt,
		contendedUntil
	});
}
/**
* Is there a crowd of applicants at this marathon, as far as this isolate knows? The first application that an isolate
* sees of a marathon goes the direct way, and teaches it.
* @param now ms since the epoch
*/
function isCrowded(marathonId, now) {
	const marathon = known.get(marathonId);
	if (!marathon) return false;
	return now >= marathon.opensAt - BEFORE_MS && now < marathon.opensAt + AFTER_MS || now < marathon.contendedUntil;
}
// worker/group/messages.ts
/** Packs an outcome. An error of a class of ours does not travel as such. */
function toGroupOutcome(outcome) {
	if (!outcome || outcome.kind === "halted") return { kind: "direct" };
	if (outcome.kind === "decided") return outcome;
	const { code, message, fields, retryAfterSeconds } = outcome.problem;
	return {
		kind: "refused",
		code,
		detail: message,
		fields,
		retryAfterSeconds
	};
}
/** Unpacks an outcome; null if the ops must be applied directly. */
function fromGroupOutcome(outcome) {
	if (outcome.kind === "direct") return null;
	if (outcome.kind !== "refused") return outcome;
	const { code, detail, fields, retryAfterSeconds } = outcome;
	return {
		kind: "refused",
		problem: new Problem(code, detail, {
			fields,
			retryAfterSeconds
		})
	};
}
// worker/group/group-commit.ts
/** Most ops of a request in a group. Many ops of one account would push others out of the batch. */
var MAX_OPS$1 = 5;
/** Longest time that a request waits for the group commit, ms. After it, its ops are applied directly. */
var PATIENCE_MS = 1e4;
/**
* The group commit for the ops of requests. Without the binding GROUPS, and away from crowds, every request is applied
* directly.
*/
function groupCommit({ GROUPS }) {
	return {
		async submit(request) {
			if (!GROUPS || request.ops.length > MAX_OPS$1) return null;
			const ids = appliedTo(request);
			const [id] = ids;
			if (!(ids.length === request.ops.length && new Set(ids).size === 1) || id === void 0 || !isCrowded(id, Date.now())) return null;
			return fromGroupOutcome(await submitTo(GROUPS, id, request));
		},
		learn(request, { marathons, retries }) {
			if (!GROUPS) return;
			for (const id of appliedTo(request)) {
				const marathon = marathons.get(id);
				if (marathon) noteMarathon(id, Date.parse(marathon.regStart), retries > 0, Date.now());
			}
		}
	};
}
/** The marathons of the well-formed applications of a request, one for each op. */
function appliedTo({ ops }) {
	return ops.flatMap((op) => op.type === "application.create" && op.patch.success ? [op.patch.data.marathonId] : []);
}
/**
* Hands a request to the object of a marathon. The object may be stopped in the middle. Then nobody knows whether the
* ops are committed: the outcome is `direct`, and the op records decide that on the direct way.
*/
async function submitTo(groups, marathonId, request) {
	let timer;
	const patience = new Promise((resolve) => {
		timer = setTimeout(resolve, PATIENCE_MS, { kind: "direct" });
	});
	try {
		return await Promise.race([groups.getByName(marathonId).submit(request), patience]);
	} catch {
		return expected("no-answer", { kind: "direct" });
	} finally {
		clearTimeout(timer);
	}
}
// worker/ops/write-one.ts
var DETAILS$1 = {
	FORBIDDEN: "This belongs to somebody else.",
	NOT_FOUND: "There is no such thing.",
	GONE: "It was deleted.",
	REG_CLOSED: "Registration for this event is not open.",
	REG_OPEN: "Registration for this event is still open.",
	ALREADY_APPLIED: "This person is already registered for this event. For another person of this name send namesake: true.",
	BIB_TAKEN: "Another entrant has this bib.",
	ACCOUNT_LIMIT: "This account has as many applications here as one may have.",
	FULL: "The event has no places left.",
	STALE: "It was changed in the meantime."
};
/**
* One write of the REST API. It is decided like a synced op.
* @param timeSource returns the server's time, ms since the epoch
* @param isLimited whether the account is charged for the write
* @param group the group commit, which takes applications to a marathon with a crowd
* @throws Problem of a rejection's code; INVALID for `ops.0.opId` if the op id was used for another op; WRONG_ACCOUNT;
*   RATE_LIMITED; UNAVAILABLE with Retry-After if a guard failed at every attempt. An error of D1 passes through.
*/
async function writeOne(d1, actor, op, timeSource, isLimited, group) {
	const { opResults, commit } = await applyRequest(d1, {
		actor,
		ops: [op]
	}, {
		timeSource,
		isLimited
	}, group);
	const [opResult] = opResults;
	if (!opResult) throw new Problem("UNAVAILABLE", "Too many people write here at once.", { retryAfterSeconds: 1 });
	const { code, fields } = opResult.verdict;
	if (code) {
		const [first] = Object.entries(fields ?? {});
		throw new Problem(code, first ? `${first[0]}: ${first[1]}` : DETAILS$1[code] ?? code, { fields });
	}
	return {
		...opResult,
		commit
	};
}
// worker/routes/read-json.ts
/**
* Reads the request's JSON body and checks it with `schema`. MAX_BODY_BYTES limits the body as sent and as
* decompressed: a client may send a large flush with `Content-Encoding: gzip`.
* @throws Problem UNSUPPORTED_MEDIA; TOO_LARGE; INVALID with the fields that are wrong
*/
async function readJson(c, schema) {
	const parsed = safeParse(schema, await readBody(c));
	if (!parsed.success) throw invalidFrom(parsed.error);
	return parsed.data;
}
/** The request's JSON body, not checked by a schema. */
async function readBody(c) {
	if (c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase() !== "application/json") throw new Problem("UNSUPPORTED_MEDIA", "Send the body as application/json.");
	const encoding = c.req.header("Content-Encoding")?.trim().toLowerCase() ?? "identity";
	if (encoding !== "identity" && encoding !== "gzip") throw new Problem("UNSUPPORTED_MEDIA", "Content-Encoding must be gzip or absent.");
	const length = c.req.header("Content-Length");
	if (Number(length ?? 0) > 1048576) throw tooLarge();
	const sent = c.req.raw.body;
	if (!sent) throw malformed();
	const bytes = length === void 0 ? await readBytes(sent) : new Uint8Array(await c.req.raw.arrayBuffer());
	if (bytes.byteLength > 1048576) throw tooLarge();
	return parse(encoding === "gzip" ? unzip(bytes) : bytes);
}
async function readBytes(body) {
	const chunks = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.byteLength;
		if (size > 1048576) throw tooLarge();
		chunks.push(chunk);
	}
	const [only] = chunks;
	return only && chunks.length === 1 ? only : Buffer$1.concat(chunks, size);
}
/**
* Decompresses a gzip body up to MAX_BODY_BYTES. DecompressionStream has no such limit: it decompresses each chunk
* completely, and 1 MB of gzip can contain 1 GB of zeros, more than the isolate's memory.
*/
function unzip(bytes) {
	try {
		return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES });
	} catch (error) {
		throw error instanceof RangeError ? tooLarge() : malformed();
	}
}
function parse(bytes) {
	try {
		return JSON.parse(new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: false
		}).decode(bytes));
	} catch {
		throw malformed();
	}
}
function tooLarge() {
	return new Problem("TOO_LARGE", `The body must be at most ${MAX_BODY_BYTES} bytes.`, { fields: { body: `must be at most ${MAX_BODY_BYTES} bytes` } });
}
function malformed() {
	return new Problem("INVALID", "The body is not valid JSON.", { fields: { body: "must be valid JSON" } });
}
// worker/routes/rest-call.ts
/** Reads the body as named fields. `decide` checks their values. */
function readFields(c) {
	return readJson(c, fieldsSchema$1);
}
/**
* Reads the body of a new row. A client may send the row's id as `_id`, so that a repeated create makes one row only.
*/
async function readNewRow(c) {
	const { _id, ...fields } = await readJson(c, newRowSchema);
	return {
		id: _id,
		fields
	};
}
/** The fields whose names are not in `names`. */
function without(fields, names) {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
/** The environment of a write on helpers or invitations. */
function helperWrite(c) {
	return {
		d1: c.env.DB,
		actor: c.get("user"),
		now: Date.now(),
		isLimited: isLimited(c.env)
	};
}
/** Reads and checks the parameters of the query. @throws Problem INVALID with the parameters that are wrong */
function readQuery(c, schema) {
	const query = safeParse(schema, c.req.query());
	if (!query.success) throw invalidFrom(query.error);
	return query.data;
}
/** An id in the path: the row's, unless another is named. @throws Problem NOT_FOUND for text that cannot be an id */
function pathId(c, name = "id") {
	const id = safeParse(idSchema, c.req.param(name));
	if (!id.success) throw new Problem("NOT_FOUND", "There is no such id.");
	return id.data;
}
/**
* A REST write. It is decided like a synced op: `Idempotency-Key` is the op id, and `If-Match` is the version that the
* row must have.
* @param id the row's id; undefined for a new row, which gets its id here
* @param more.meant fields that the server adds to the patch. They are not part of the op's hash, so that a repetition
*   without them is the same op
* @throws Problem of the verdict's code, and those of `writeOne`
*/
async function write(c, type, id, patch, more = {}) {
	const opId = idempotencyKey(c) ?? crypto.randomUUID();
	const wrong = wrongPatch(patch);
	const [first] = Object.entries(wrong);
	if (first) throw invalidField(first[0] || "body", first[1]);
	const op = parseOp({
		opId,
		type,
		id: id ?? ownedId(crypto.randomUUID(), c.get("user").uid),
		base: null,
		patch: {
			...patch,
			...more.meant
		},
		content: contentOf({
			opId,
			type,
			id: id ?? "",
			patch
		}),
		ifVer: expectedVersion(c.req.header("If-Match"))
	});
	try {
		const opResult = await writeOne(c.env.DB, c.get("user"), op, Date.now, isLimited(c.env), groupCommit(c.env));
		afterCommit(c, opResult.commit);
		return opResult;
	} catch (error) {
		const words = error instanceof Problem ? error.fields?.["ops.0.opId"] : void 0;
		if (!(error instanceof Problem) || !words) throw error;
		throw new Problem(error.code, error.message, { fields: { "Idempotency-Key": words } });
	}
}
/** The call's `Idempotency-Key`, or undefined without one. @throws Problem INVALID if it is not an id */
function idempotencyKey(c) {
	const key = c.req.header("Idempotency-Key");
	if (key === void 0) return void 0;
	const opId = safeParse(idSchema, key.replace(/^"(.*)"$/, "$1"));
	if (!opId.success) throw invalidField("Idempotency-Key", opId.error.issues[0]?.message ?? "is not valid");
	return opId.data;
}
function expectedVersion(ifMatch) {
	if (ifMatch === void 0 || ifMatch.trim() === "*") return void 0;
	const match = /^"(\d{1,15})"$/.exec(ifMatch.trim());
	return match ? Number(match[1]) : -1;
}
/**
* Checks that `?email=` is the user's own. Older clients do not encode it, so a space in it means `+`.
* @throws Problem FORBIDDEN for another email
*/
function ownEmailOnly(c, email) {
	if (email === void 0) return;
	const own = c.get("user").email.toLowerCase();
	if (email.replaceAll(" ", "+").toLowerCase() !== own) throw new Problem("FORBIDDEN", "Only your own email may be asked for.", { fields: { email: "is not yours" } });
}
/** Names the next page of a list in the `Link` header. @param cursor null after the last page */
function linkNext(c, cursor) {
	if (cursor === null) return;
	const next = new URL(c.req.url);
	next.searchParams.set("cursor", cursor);
	c.header("Link", `<${next.pathname}${next.search}>; rel="next"`);
}
/** A response with JSON text that SQLite built. */
function jsonText(c, json) {
	return c.body(json, 200, { "Content-Type": "application/json" });
}
// worker/routes/account.ts
/**
* /account: what the server keeps of the account, and its deletion (docs/decisions/059-your-data.md). The deletion
* takes an ID token and no session, because the phone has logged out before it tells the server. It may be repeated.
*/
var account = new Hono().get("/data", requireUser, countList, async (c) => {
	const { part, after } = readQuery(c, accountDataQuerySchema);
	const { page, bytes } = await accountDataPage(c.env.DB, c.get("user").uid, part, after, isLimited(c.env));
	chargeAfter(c, bytes);
	return c.json(page);
}).post("/deletion", async (c) => {
	const { uid, authTime } = await readIdToken(c);
	await requestDeletion(c.env.DB, uid, authTime, Date.now);
	const rows = deleteRowsOf(c.env.DB, uid, Date.now, (commit) => afterCommit(c, commit));
	c.executionCtx.waitUntil(rows.catch((error) => logFailure("account.deletion.failed", error)));
	return c.json({ success: true });
});
// worker/reads/find-marathon.ts
/** The start of a day in UTC and any marathon's start on that day, in any time zone, are less than this apart. */
var MAX_APART_MS = 2 * DAY_MS;
/** Most marathons of one title that are read. Two that match are already an error. */
var MAX_CANDIDATES = 100;
/**
* The id of the only marathon with this title and start, for clients that send no marathonId. A start that is a date
* alone matches every marathon that starts on that day, in UTC or in the marathon's time zone.
* @throws Problem INVALID if no marathon matches, or more than one
*/
async function findMarathon(d1, title, startDate) {
	if (typeof title !== "string" || title.trim() === "") throw invalidField("title", "is required");
	const named = typeof startDate === "string" ? toInstant(startDate.trim(), "UTC") : null;
	if (typeof startDate !== "string" || named === null) throw invalidField("startDate", "must be a date");
	const around = (ms) => new Date(Math.max(0, Date.parse(named) + ms)).toISOString();
	const [only, second] = (await allRows(d1, sql`SELECT id, start_date AS start, time_zone AS zone FROM marathon
      WHERE title = ${normaliseLine(title)} AND start_date BETWEEN ${around(-MAX_APART_MS)} AND ${around(MAX_APART_MS)}
      ORDER BY start_date, id LIMIT ${literal(MAX_CANDIDATES)}`)).filter((row) => toUpdatedInstant(startDate.trim(), row.start, row.zone) === row.start);
	if (only && !second) return only.id;
	throw invalidField("marathonId", `is needed: ${only ? "several events have" : "no event has"} this title and start`);
}
// worker/reads/lists.ts
/** The newest marathons that are not cancelled, with their public fields only, as a JSON array. */
async function newestPublic(d1) {
	const isListed = (row) => sql`${sql.raw(row)}.cancelled IS NULL`;
	return publicList(d1, jsonOf.publicMarathon, isListed, "created_at", "DESC");
}
/**
* The marathons that start after `now` and are not cancelled, the soonest first, with their public fields and the
* description, as a JSON array.
* @param now ms since the epoch
*/
async function upcomingPublic(d1, now) {
	const at = new Date(now).toISOString();
	const isListed = (row) => sql`${sql.raw(row)}.start_date > ${at} AND ${sql.raw(row)}.cancelled IS NULL`;
	return publicList(d1, jsonOf.upcomingMarathon, isListed, "start_date", "ASC");
}
/**
* The first marathons by a column, as a JSON array. An account has its first PUBLIC_OF_ACCOUNT in it, so that nobody owns
* the list. Each row asks the index of its account whether it is one of those.
* @param json SQL for one row as JSON text
* @param isListed SQL: may the row of this alias be in the list?
*/
async function publicList(d1, json, isListed, column, direction) {
	const order = sql.raw(`${column} ${direction}, id ${direction}`);
	const comesBefore = sql.raw(`(o.${column}, o.id) ${direction === "ASC" ? "<" : ">"} (m.${column}, m.id)`);
	const ofAccount = sql`(SELECT count(*) FROM (SELECT 1 FROM marathon o WHERE o.owner_uid = m.owner_uid
    AND ${comesBefore} AND ${isListed("o")} LIMIT ${literal(3)}))`;
	return `[${(await allRows(d1, sql`WITH fair AS (SELECT id FROM marathon m WHERE ${isListed("m")} AND ${ofAccount} < ${literal(3)}
        ORDER BY ${order} LIMIT ${literal(100)}),
      few AS (SELECT id FROM marathon m WHERE ${isListed("m")} ORDER BY ${order} LIMIT ${literal(10)}),
      listed AS (SELECT id FROM fair UNION SELECT id FROM few WHERE (SELECT count(*) FROM fair) < ${literal(10)})
    SELECT group_concat(json, ',') AS json FROM (SELECT ${json} AS json, row_number() OVER (ORDER BY ${order}) AS n
      FROM marathon m WHERE id IN (SELECT id FROM listed) ORDER BY n)
    GROUP BY (n - 1) / ${literal(50)} ORDER BY n`)).map((cell) => cell.json).join(",")}]`;
}
/**
* A page of marathons in order of creation, as a JSON array.
* @returns the page as `json`; `next` is the cursor of the next page, or null after the last page
* @throws Problem INVALID for a cursor that is not one of this list
*/
async function listMarathons(d1, query) {
	const limit = Math.min(query.limit, 500);
	const conditions = [];
	if (query.ownerUid !== void 0) conditions.push(sql`owner_uid = ${query.ownerUid}`);
	if (query.cursor !== void 0) {
		const [createdAt, id] = splitCursor(query.cursor);
		conditions.push(sql`(created_at, id) ${sql.raw(query.sort === "asc" ? ">" : "<")} (${createdAt}, ${id})`);
	}
	const where = conditions.length > 0 ? sql`WHERE ${sql.join(conditions, sql` AND `)}` : sql``;
	const direction = sql.raw(query.sort === "asc" ? "ASC" : "DESC");
	return jsonList(d1, sql`FROM marathon m ${where} ORDER BY created_at ${direction}, id ${direction}`, jsonOf.marathon, limit);
}
/** One marathon as JSON, and its version. Null for an id that no marathon has. */
async function oneMarathon(d1, id) {
	return (await allRows(d1, sql`SELECT ${jsonOf.marathon} AS json, m.ver AS ver FROM marathon m WHERE m.id = ${id}`))[0] ?? null;
}
/**
* A page of the account's own applications, the newest first, as a JSON array.
* @returns as `listMarathons`
* @throws Problem INVALID for a cursor that is not one of this list
*/
async function ownApplications(d1, uid, limit, cursor) {
	const { rows, next } = toApplicationsPage(await allRows(d1, applicationsSql({ ownerUid: uid }, "desc", limit, cursor)), limit);
	return {
		json: `[${rows.join(",")}]`,
		next
	};
}
/**
* SQL for applications in the order of their creation: those of an account, or the entrants of its marathon. There is one
* more than the page has, or the last one takes the page above MAX_PAGE_BYTES (`toApplicationsPage`).
*
* Each step reads the next row alone, by the index, so that D1 never reads more text than it sends.
* @param cursor of the row before the first one: `<createdAt>_<id>`
* @throws Problem INVALID for a cursor that is not one of this list
*/
function applicationsSql(of, sort, limit, cursor) {
	const [createdAt, id] = cursor === void 0 ? [sort === "asc" ? "" : "~", ""] : splitCursor(cursor);
	const [after, direction] = sort === "asc" ? [sql`>`, sql`ASC`] : [sql`<`, sql`DESC`];
	const isOf = "ownerUid" in of ? sql`b.owner_uid = ${of.ownerUid}` : sql`b.marathon_id = ${of.marathonId}`;
	const isSeen = "ownerUid" in of ? sql`` : sql`AND a.organiser_uid = ${of.organiserUid}`;
	return sql`WITH RECURSIVE page(n, at, id, total, json) AS (
      SELECT 0, ${createdAt}, ${id}, 0, NULL
      UNION ALL SELECT p.n + 1, a.created_at, a.id, p.total + ${sizeOf.application}, ${jsonOf.application}
        FROM page p CROSS JOIN application a ON a.rowid = (SELECT b.rowid FROM application b
          WHERE ${isOf} AND (b.created_at, b.id) ${after} (p.at, p.id)
          ORDER BY b.created_at ${direction}, b.id ${direction} LIMIT 1)
        WHERE p.n <= ${literal(limit)} AND p.total <= ${literal(MAX_PAGE_BYTES)} ${isSeen})
    SELECT json, total FROM page WHERE n > 0`;
}
/** @param found the rows of `applicationsSql` @returns the page, and its cursor; null after the last page */
function toApplicationsPage(found, limit) {
	const rows = found.slice(0, limit).map(({ json }) => json);
	const last = rows.at(-1);
	const bytes = found.at(-1)?.total ?? 0;
	if (last === void 0 || found.length <= limit && bytes <= 1e6) return {
		rows,
		bytes,
		next: null
	};
	const { createdAt, _id } = JSON.parse(last);
	return {
		rows,
		bytes,
		next: `${createdAt}_${_id}`
	};
}
/**
* The first `limit` rows as a JSON array, and the cursor of the next page.
*
* Each SELECT packs up to 50 rows into one cell: D1 returns few cells faster than many, and no cell reaches D1's limit
* of 2 MB. One more SELECT, the edge, reads the last row of the page and the row after it. An example of the result
* rows, for `limit` = 80 and more than 80 rows:
*
*     part  json
*     0     {"_id":"m-1",…},{"_id":"m-2",…},…                               (50 rows)
*     50    {"_id":"m-51",…},{"_id":"m-52",…},…                             (30 rows)
*     80    2027-01-05T08:00:00.000Z_m-80 2027-01-04T08:00:00.000Z_m-81     (the edge)
*
* - `part` is the number of the first row in the cell. The edge has `limit` there, which no other row has.
* - `json` is JSON objects joined by commas; null where the list has no rows from this part on, and '' where the parts
*   before it are MAX_PAGE_BYTES long, so that the page ends before it. The edge has two
*   cursors with a space between them: of the last row of the page, and of the first row of the next page.
* @param rows the FROM clause, with WHERE and ORDER BY
* @param rowJson SQL for one row as JSON text
*/
async function jsonList(d1, rows, rowJson, limit) {
	const parts = [];
	for (let from = 0; from < limit; from += 50) {
		const size = Math.min(50, limit - from);
		const cell = sql`SELECT ${literal(from)} AS part, group_concat(json, ',') AS json
      FROM (SELECT ${rowJson} AS json ${rows} LIMIT ${literal(size)} OFFSET ${literal(from)})`;
		const before = sql`SELECT sum(bytes) FROM (SELECT ${sizeOf.marathon} AS bytes ${rows} LIMIT ${literal(from)})`;
		parts.push(from < 100 ? cell : sql`SELECT ${literal(from)} AS part, CASE WHEN (${before}) > ${literal(MAX_PAGE_BYTES)} THEN ''
            ELSE (SELECT json FROM (${cell})) END AS json`);
	}
	const edge = sql`SELECT ${literal(limit)} AS part, group_concat(cursor, ' ') AS json
    FROM (SELECT created_at || '_' || id AS cursor ${rows} LIMIT 2 OFFSET ${literal(limit - 1)})`;
	const terms = [...parts, edge];
	const queries = [];
	for (let from = 0; from < terms.length; from += 5) queries.push(statement(d1, sql.join(terms.slice(from, from + 5), sql` UNION ALL `)));
	const packedRows = (await d1.batch(queries)).flatMap((result) => result.results);
	const filled = packedRows.filter(({ part, json: cell }) => part < limit && cell !== null && cell !== "");
	const json = `[${filled.map((packedRow) => packedRow.json).join(",")}]`;
	if (packedRows.some((packedRow) => packedRow.json === "")) {
		const last = JSON.parse(`[${filled.at(-1)?.json}]`).at(-1);
		return {
			json,
			next: `${last?.createdAt}_${last?._id}`
		};
	}
	const [lastOfPage, firstOfNext] = packedRows.find((packedRow) => packedRow.part === limit)?.json?.split(" ") ?? [];
	return {
		json,
		next: firstOfNext ? lastOfPage ?? null : null
	};
}
/** Reads a cursor `<createdAt>_<id>`. @throws Problem INVALID if it is not one */
function splitCursor(cursor) {
	const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_([A-Za-z0-9_-]{8,64})$/.exec(cursor);
	if (!match?.[1] || !match[2]) throw invalidField("cursor", "is not a cursor of this list");
	return [match[1], match[2]];
}
// worker/routes/applications.ts
/** /marathonApplication: the calls on the user's own applications. */
var applications = new Hono().use(requireUser).get("/", countList, async (c) => {
	const { email, limit, cursor } = readQuery(c, ownListQuerySchema);
	ownEmailOnly(c, email);
	const page = await ownApplications(c.env.DB, c.get("user").uid, limit, cursor);
	linkNext(c, page.next);
	return jsonText(c, page.json);
}).post("/", countWrite, requireFresh, async (c) => {
	const { id, fields } = await readNewRow(c);
	const { createdAt: _at, ver: _ver, ...patch } = fields;
	const opResult = await write(c, "application.create", id, patch, { meant: await meantMarathon(c, patch) });
	return c.json({
		acknowledged: true,
		insertedId: opResult.targetId
	}, 201);
}).put("/:id", countWrite, requireFresh, async (c) => {
	const opResult = await write(c, "application.update", pathId(c), without(await readFields(c), FIXED_APPLICATION_FIELDS));
	return c.json({
		acknowledged: true,
		matchedCount: 1,
		modifiedCount: opResult.modified
	});
}).delete("/:id", countWrite, requireFresh, async (c) => {
	const opResult = await write(c, "application.delete", pathId(c), {});
	return c.json({
		acknowledged: true,
		deletedCount: opResult.modified
	});
});
/**
* The marathonId for a call of an older client, which sends only the marathon's title and start. A repeated call gets
* none: its op is recorded, and marathons with the same title may have been created since.
*/
async function meantMarathon(c, patch) {
	if (patch.marathonId !== void 0 && patch.marathonId !== null) return {};
	const key = idempotencyKey(c);
	if (key !== void 0 && await isRecorded(c.env.DB, key)) return {};
	return { marathonId: await findMarathon(c.env.DB, patch.title, patch.startDate) };
}
// worker/routes/closed.ts
/** Calls that change nothing of what is restored: they work while the deployment is closed. */
var OPEN = ["/api/jwt", "/api/logout"];
var RETRY_S = 60;
/**
* Refuses every write while `WRITES` is `off`. An operator sets it while the database is put back in time, because an
* op that is decided between the restore and the new epoch may rest on ops that the database has forgotten.
* @throws Problem UNAVAILABLE; phones keep what they have and send it later
*/
var refuseWhileClosed = createMiddleware(async (c, next) => {
	const isRead = c.req.method === "GET" || c.req.method === "HEAD";
	if (c.env.WRITES === "off" && !isRead && !OPEN.includes(c.req.path)) throw new Problem("UNAVAILABLE", "Changes are not accepted for the moment.", { retryAfterSeconds: RETRY_S });
	await next();
});
// worker/ops/helpers.ts
var TOKEN_BYTES = 16;
/** `used_by` of an invitation that the organiser withdrew. No account has this id. */
var WITHDRAWN = "";
/**
* The token of an invitation. It follows from the call's key, so that a repeated call gives the same link, although the
* server stores only its hash. Without the secret nobody can compute it.
* @param key the Idempotency-Key, or a random text
*/
function invitationToken(secret, marathonId, key) {
	const text = JSON.stringify([
		"invitation",
		marathonId,
		key
	]);
	return createHmac("sha256", secret).update(text).digest().subarray(0, TOKEN_BYTES).toString("base64url");
}
/** SQL for the number of helpers and open invitations of a marathon. */
var placesTaken = (marathonId, at) => sql`(
  (SELECT count(*) FROM helper WHERE marathon_id = ${marathonId} AND revoked_at IS NULL) +
  (SELECT count(*) FROM invitation WHERE marathon_id = ${marathonId} AND used_by IS NULL AND expires_at > ${at}))`;
/**
* Stores an open invitation to help at a marathon. The same token again changes nothing.
* @returns when the invitation ends, ISO 8601
* @throws Problem NOT_FOUND, FORBIDDEN, RATE_LIMITED; GONE if it was withdrawn; INVALID above MAX_HELPERS; UNAVAILABLE
*/
function inviteHelper(write, marathonId, token) {
	const { d1, actor, now } = write;
	const at = new Date(now).toISOString();
	return untilGuardsHold(async () => {
		const tokenHash = hashOf(token);
		const [found] = await allRows(d1, sql`SELECT m.owner_uid AS owner, ${placesTaken(marathonId, at)} AS taken, i.expires_at AS expiresAt,
        i.used_by AS usedBy, ${spentBy(actor)} AS spentUntil
      FROM marathon m LEFT JOIN invitation i ON i.token_hash = ${tokenHash} WHERE m.id = ${marathonId}`);
		assertOwner(found, actor);
		if (found.usedBy === WITHDRAWN) throw new Problem("GONE", "This invitation was withdrawn.");
		if (found.expiresAt !== null) return found.expiresAt;
		if (found.taken >= 100) {
			const helpers = `has 100 helpers and open invitations, the most that one may have`;
			throw new Problem("INVALID", `The event ${helpers}.`, { fields: { helpers } });
		}
		const expiresAt = new Date(now + 7 * DAY_MS).toISOString();
		await commit(write, found.spentUntil, [guard(sql`SELECT NULL WHERE ${placesTaken(marathonId, at)} >= ${100}
        OR NOT EXISTS (SELECT 1 FROM marathon WHERE id = ${marathonId})`), sql`INSERT INTO invitation (token_hash, marathon_id, expires_at)
        VALUES (${tokenHash}, ${marathonId}, ${expiresAt})`]);
		return expiresAt;
	});
}
/**
* Reads an invitation. Each one that is not valid gives the same NOT_FOUND: unknown, expired, of a deleted marathon, used
* by another account, or used by this account before it was removed.
* @throws Problem NOT_FOUND
*/
async function readInvitation({ d1, actor, now }, tokenHash) {
	const [found] = await allRows(d1, sql`SELECT m.id AS marathonId, m.title, m.location, m.start_date AS startDate, m.time_zone AS timeZone,
      m.owner_uid AS owner, i.used_by AS usedBy, EXISTS (SELECT 1 FROM helper
        WHERE marathon_id = m.id AND uid = ${actor.uid} AND revoked_at IS NULL
          AND seq > coalesce((SELECT deleted_seq FROM account WHERE uid = ${actor.uid}), 0)) AS helps,
      (SELECT count(*) FROM helper WHERE uid = ${actor.uid} AND revoked_at IS NULL) AS helping,
      ${spentBy(actor)} AS spentUntil
    FROM invitation i JOIN marathon m ON m.id = i.marathon_id
    WHERE i.token_hash = ${tokenHash} AND i.expires_at > ${new Date(now).toISOString()}`);
	const isOpen = found?.usedBy === null || found?.usedBy === actor.uid && found.helps === 1;
	if (!found || !isOpen) throw new Problem("NOT_FOUND", "This invitation is not valid any more.");
	return found;
}
/** The marathon that an invitation is for. @throws Problem NOT_FOUND, for any invitation that is not open */
async function invitedTo(write, token) {
	const { marathonId, title, location, startDate, timeZone } = await readInvitation(write, hashOf(token));
	return {
		marathonId,
		title,
		location,
		startDate,
		timeZone
	};
}
/**
* The account accepts an invitation and becomes a helper. The owner, and who helps there already, change nothing: the
* invitation stays open for somebody else.
*
* The row gets a new seq. A phone of this account whose cursor is below it starts over (domain/pull-sources), because
* it lacks the entrants of before.
* @returns the id of the marathon, and the seq of the commit; 0 if nothing changed
* @throws Problem NOT_FOUND, RATE_LIMITED; INVALID above MAX_HELPING; UNAVAILABLE
*/
function acceptInvitation(write, token) {
	const { actor, now } = write;
	return untilGuardsHold(async () => {
		const tokenHash = hashOf(token);
		const { marathonId, owner, helps, helping, spentUntil } = await readInvitation(write, tokenHash);
		if (helps === 1 || owner === actor.uid) return {
			marathonId,
			seq: 0
		};
		if (helping >= 50) {
			const account = `helps at 50 events, the most that one may`;
			throw new Problem("INVALID", `This account ${account}.`, { fields: { account } });
		}
		return {
			marathonId,
			seq: await commit(write, spentUntil, [
				sql`UPDATE clock SET seq = seq + 1 WHERE id = 1 RETURNING seq`,
				guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM invitation i JOIN marathon m ON m.id = i.marathon_id
          WHERE i.token_hash = ${tokenHash} AND i.used_by IS NULL)
        OR (SELECT count(*) FROM helper WHERE uid = ${actor.uid} AND revoked_at IS NULL) >= ${50}`),
				sql`UPDATE invitation SET used_by = ${actor.uid} WHERE token_hash = ${tokenHash}`,
				sql`INSERT INTO helper (marathon_id, uid, id, name, since, seq) SELECT ${marathonId}, ${actor.uid},
          ${crypto.randomUUID()}, ${actor.name}, ${new Date(now).toISOString()}, seq FROM clock WHERE true
        ON CONFLICT (marathon_id, uid) DO UPDATE SET id = excluded.id, name = excluded.name, since = excluded.since,
          revoked_at = NULL, seq = excluded.seq`
			])
		};
	});
}
/**
* The open invitations of a marathon, the one that ends first comes first, as a JSON array. Their ids are the hashes of
* the tokens: nobody can accept with them.
* @throws Problem NOT_FOUND, FORBIDDEN
*/
async function invitationsOf({ d1, actor, now }, marathonId) {
	const [found] = await allRows(d1, sql`SELECT owner_uid AS owner, (SELECT json_group_array(json_object('_id', token_hash, 'expiresAt', expires_at))
      FROM (SELECT token_hash, expires_at FROM invitation WHERE marathon_id = ${marathonId} AND used_by IS NULL
        AND expires_at > ${new Date(now).toISOString()} ORDER BY expires_at, token_hash)) AS json
    FROM marathon WHERE id = ${marathonId}`);
	assertOwner(found, actor);
	return found.json;
}
/**
* The owner withdraws an open invitation: nobody can accept it any more. A second call changes nothing. The row stays
* until it expires, so that a late repetition of the call that made it does not open it again.
* @param id the invitation's id in `invitationsOf`
* @returns is it withdrawn by this call?
* @throws Problem NOT_FOUND, also for one that was accepted or has expired; FORBIDDEN, RATE_LIMITED, UNAVAILABLE
*/
function withdrawInvitation(write, marathonId, id) {
	const { d1, actor, now } = write;
	return untilGuardsHold(async () => {
		const [found] = await allRows(d1, sql`SELECT m.owner_uid AS owner, i.used_by AS usedBy, i.token_hash IS NOT NULL AS isThere,
          ${spentBy(actor)} AS spentUntil
        FROM marathon m LEFT JOIN invitation i ON i.token_hash = ${id} AND i.marathon_id = m.id
          AND i.expires_at > ${new Date(now).toISOString()}
        WHERE m.id = ${marathonId}`);
		assertOwner(found, actor);
		if (found.usedBy === WITHDRAWN) return false;
		if (!found.isThere || found.usedBy !== null) throw new Problem("NOT_FOUND", "There is no such open invitation.");
		await commit(write, found.spentUntil, [guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM invitation
        WHERE token_hash = ${id} AND marathon_id = ${marathonId} AND used_by IS NULL)`), sql`UPDATE invitation SET used_by = ${WITHDRAWN} WHERE token_hash = ${id}`]);
		return true;
	});
}
/**
* The helpers of a marathon, who joined first comes first, as a JSON array.
* @throws Problem NOT_FOUND, FORBIDDEN
*/
async function helpersOf(d1, actor, marathonId) {
	const [found] = await allRows(d1, sql`SELECT owner_uid AS owner, (SELECT json_group_array(json_object('_id', id, 'name', name, 'since', since))
      FROM (SELECT id, name, since FROM helper WHERE marathon_id = ${marathonId} AND revoked_at IS NULL ORDER BY seq)) AS json
    FROM marathon WHERE id = ${marathonId}`);
	assertOwner(found, actor);
	return found.json;
}
/**
* The owner removes a helper. A second call changes nothing.
* @param helperId the helper's id at this marathon
* @returns the seq of the commit; 0 if nothing changed
* @throws Problem NOT_FOUND, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
*/
function revokeHelper(write, marathonId, helperId) {
	const { d1, actor, now } = write;
	return untilGuardsHold(async () => {
		const [found] = await allRows(d1, sql`SELECT owner_uid AS owner, (SELECT iif(revoked_at IS NULL, 'here', 'revoked') FROM helper
          WHERE marathon_id = ${marathonId} AND id = ${helperId}) AS state, ${spentBy(actor)} AS spentUntil
        FROM marathon WHERE id = ${marathonId}`);
		assertOwner(found, actor);
		if (found.state === null) throw new Problem("NOT_FOUND", "There is no such helper.");
		if (found.state === "revoked") return 0;
		return commit(write, found.spentUntil, [
			sql`UPDATE clock SET seq = seq + 1 WHERE id = 1 RETURNING seq`,
			guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM helper
        WHERE marathon_id = ${marathonId} AND id = ${helperId} AND revoked_at IS NULL)`),
			sql`UPDATE helper SET revoked_at = ${new Date(now).toISOString()}, seq = (SELECT seq FROM clock)
        WHERE marathon_id = ${marathonId} AND id = ${helperId}`
		]);
	});
}
/**
* Writes in one transaction, and charges the account.
* @returns the seq of the commit, if the first statement moves the clock and returns it; otherwise 0
*/
async function commit({ d1, actor, now, isLimited }, spentUntil, writes) {
	const charged = [guard(endedSince([actor]))];
	if (isLimited) {
		assertWithinBudget(spentUntil, now);
		charged.push(guard(overBudget([actor.uid], now)), charge(/* @__PURE__ */ new Map([[actor.uid, OP_COST_MS]]), now));
	}
	const [first] = await runBatch(d1, [...writes, ...charged]);
	return first?.results[0]?.seq ?? 0;
}
/** Reads and writes again while a guard fails. @throws Problem UNAVAILABLE after too many attempts */
async function untilGuardsHold(attemptWrite) {
	for (let attempt = 1; attempt <= 8; attempt++) try {
		return await attemptWrite();
	} catch (error) {
		if (!isGuardFailure(error)) throw error;
		await pauseAfter(attempt);
	}
	throw new Problem("UNAVAILABLE", "Too many people write here at once.", { retryAfterSeconds: 1 });
}
var spentBy = ({ uid }) => sql`(SELECT spent_until FROM op_budget WHERE uid = ${uid})`;
function assertOwner(found, actor) {
	if (!found) throw new Problem("NOT_FOUND", "There is no such marathon.");
	if (found.owner !== actor.uid) throw new Problem("FORBIDDEN", "Only the organiser has helpers here.");
}
function hashOf(token) {
	return createHash("sha256").update(token).digest("base64url");
}
// worker/routes/invitations.ts
/** /invitations: what an invitation is for, and its acceptance. No call repeats the token in its response. */
var invitations = new Hono().use(requireUser).get("/:token", countRead, async (c) => c.json(await invitedTo(helperWrite(c), pathId(c, "token")))).post("/:token", countWrite, requireFresh, requireOpen, async (c) => {
	const { marathonId, seq } = await acceptInvitation(helperWrite(c), pathId(c, "token"));
	afterHelperCommit(c, marathonId, seq);
	return c.json({ marathonId });
});
// contract/live.ts
/**
* What the live room of a marathon says after a commit that touched the marathon.
* - `seq`: the commit's place in the order of commits, the number in a sync cursor.
* - `spreadMs`: the phone waits a random part of this before it pulls, so that a large room does not pull at once.
*/
var roomMessageSchema = /* @__PURE__ */ object({
	seq: int(),
	spreadMs: int()
});
/**
* The query of a WebSocket in a live room. A phone with `for=staff` is also told of check-ins and bibs. Screens of the
* organiser and of helpers ask for it. It is no right: the room carries no data.
*/
var liveQuerySchema = /* @__PURE__ */ object({ for: /* @__PURE__ */ optional(/* @__PURE__ */ _enum(["staff"], NOT_STAFF)) });
/** A phone sends this to hear whether the connection is alive, and gets `PONG`. */
var PING = "ping";
var PONG = "pong";
/** The WebSocket's close code for a phone that has to make room for newer ones of its account. It comes back later. */
var CROWDED = 4001;
// worker/live/room-url.ts
/** The URL by which the worker tells a live room who opens a WebSocket. It never leaves the worker. */
function roomUrl({ uid, isStaff }) {
	return `https://room/?${new URLSearchParams({
		uid,
		staff: String(isStaff)
	})}`;
}
/** Reads a URL of `roomUrl`. */
function readRoomUrl(url) {
	const { searchParams } = new URL(url);
	return {
		uid: searchParams.get("uid") ?? "",
		isStaff: searchParams.get("staff") === "true"
	};
}
// worker/ops/changes-nothing.ts
/** Would an update with this patch leave the marathon unchanged? The result is false for an invalid patch. */
function changesNothing(marathon, patch) {
	const parsed = safeParse(marathonPatchSchema, patch);
	if (!parsed.success) return false;
	const current = marathon;
	const edges = new Map(DATE_FIELDS);
	return Object.entries(parsed.data).every(([field, value]) => {
		const edge = edges.get(field);
		if (edge === void 0) return value === current[field];
		return toUpdatedInstant(String(value), String(current[field]), marathon.timeZone, edge) === current[field];
	});
}
// worker/reads/entrants.ts
/**
* A page of the entrants of a marathon, the oldest application first.
* @param limit how many at most
* @param cursor `next` of the page before; undefined for the first page
* @param isLimited whether an account that has read too much is refused
* @throws Problem RATE_LIMITED; NOT_FOUND for an unknown marathon; FORBIDDEN if the account does not own it; INVALID for a cursor that
*   is not one of this list
*/
async function entrantsOf(d1, marathonId, uid, limit, cursor, isLimited = true) {
	const [owners, entrants] = await runBatch(d1, [sql`SELECT owner_uid AS owner, (SELECT spent_until FROM op_budget WHERE uid = ${readerOf(uid)}) AS readUntil
      FROM marathon WHERE id = ${marathonId}`, applicationsSql({
		marathonId,
		organiserUid: uid
	}, "asc", limit, cursor)]);
	const { owner, readUntil } = rowsOf(owners)[0] ?? { readUntil: null };
	if (owner === void 0) throw new Problem("NOT_FOUND", "There is no such marathon.");
	if (owner !== uid) throw new Problem("FORBIDDEN", "Only the organiser sees who applied.");
	if (isLimited) assertMayRead(uid, readUntil, Date.now());
	return toApplicationsPage(rowsOf(entrants), limit);
}
/**
* All pages from this one on, each read when it is asked for. An entrant's place never changes, so everybody who is
* there from the first page to the last comes once, as the row is when its page is read. Who applies meanwhile comes at
* the end, and who withdraws meanwhile may come or not.
*/
async function* entrantPages(d1, marathonId, uid, first) {
	let page = first;
	for (;;) {
		yield page;
		if (page.next === null) return;
		page = toApplicationsPage(await allRows(d1, applicationsSql({
			marathonId,
			organiserUid: uid
		}, "asc", ENTRANT_PAGE_ROWS, page.next)), ENTRANT_PAGE_ROWS);
	}
}
// contract/text/entrants-csv.ts
/** The columns of the entrants as CSV that the API writes: the head of each, and its field. */
var ENTRANT_COLUMNS = [
	["First Name", "firstName"],
	["Last Name", "lastName"],
	["Contact Number", "phoneNumber"],
	["Email", "email"],
	["Additional Info", "additionalInfo"],
	["Applied At", "createdAt"],
	["Status", "status"],
	["Entry", "code"],
	["Bib", "bib"]
];
/** Further columns, which only the organiser's phone writes. */
var FURTHER_COLUMNS = [
	["Promoted At", "promotedAt"],
	["Waiting List Place", "waitingPlace"],
	["Checked In At", "checkedInAt"],
	["Gate", "gate"]
];
/** The columns of times once more, by the clock of the event's time zone: people read a time in UTC as their own. */
var THERE_COLUMNS = [
	["Applied At (Event Time)", "appliedThere"],
	["Promoted At (Event Time)", "promotedThere"],
	["Checked In At (Event Time)", "checkedInThere"]
];
var COLUMNS = [
	...ENTRANT_COLUMNS,
	...FURTHER_COLUMNS,
	...THERE_COLUMNS
];
var OF_THE_API = new Set(ENTRANT_COLUMNS.map(([, field]) => field));
/**
* Entrants as CSV, with the heads of the columns.
* @param fields the fields of the wanted columns; those of the API by default
* @param further the cells of an entrant that are not in the row
* @param separator what the reader's spreadsheet splits at
*/
function entrantsCsv(entrants, fields = OF_THE_API, further = () => ({}), separator = ",") {
	return csvLine(COLUMNS.filter(([, field]) => fields.has(field)).map(([head]) => head), separator) + entrantLines(entrants, fields, further, separator);
}
/** The same without the heads, for all pages after the first. */
function entrantLines(entrants, fields = OF_THE_API, further = () => ({}), separator = ",") {
	const columns = COLUMNS.filter(([, field]) => fields.has(field));
	const cells = (row) => {
		const all = {
			...row,
			...further(row),
			status: row.status ?? "registered"
		};
		return columns.map(([, field]) => (field === "phoneNumber" ? phoneCell : csvCell)(all[field] ?? "", separator));
	};
	return entrants.map((row) => toLine(cells(row), separator)).join("");
}
// worker/routes/entrant-stream.ts
/** The pages as one JSON array, in parts. */
async function* jsonParts(pages) {
	let before = "[";
	for await (const { rows } of pages) {
		if (rows.length === 0) continue;
		yield before + rows.join(",");
		before = ",";
	}
	yield before === "[" ? "[]" : "]";
}
/** The pages as one CSV file, in parts. */
async function* csvParts(pages, separator = ",") {
	let toCsv = entrantsCsv;
	for await (const { rows } of pages) {
		yield toCsv(rows.map((row) => JSON.parse(row)), void 0, void 0, separator);
		toCsv = entrantLines;
	}
}
/**
* A body that asks for each part when the client has room for it. If a part fails, the connection breaks: the status is
* sent already, and a body that ended would look whole.
*/
function streamOf(parts) {
	const encoder = new TextEncoder();
	return new ReadableStream({ async pull(controller) {
		try {
			const { done, value } = await parts.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		} catch (error) {
			logFailure("stream.cut", error);
			controller.error(error);
		}
	} });
}
// worker/routes/marathons.ts
/** /marathons: the calls on marathons, and on a marathon's entrants and helpers. */
var marathons = new Hono().use(requireUser).get("/", countList, async (c) => {
	const { sort, email, limit, cursor } = readQuery(c, marathonListQuerySchema);
	ownEmailOnly(c, email);
	const ownerUid = email === void 0 ? void 0 : c.get("user").uid;
	const page = await listMarathons(c.env.DB, {
		sort,
		ownerUid,
		limit,
		cursor
	});
	linkNext(c, page.next);
	return jsonText(c, page.json);
}).get("/:id", countRead, async (c) => {
	const one = await oneMarathon(c.env.DB, pathId(c));
	if (!one) throw new Problem("NOT_FOUND", "There is no such marathon.");
	c.header("ETag", `"${one.ver}"`);
	return jsonText(c, one.json);
}).get("/:id/live", requireOwnPage, countRead, async (c) => {
	const room = c.env.ROOMS?.getByName(pathId(c));
	if (!room) throw new Problem("NOT_FOUND", "There are no live rooms here.");
	const isStaff = readQuery(c, liveQuerySchema).for === "staff";
	const { webSocket } = await room.fetch(new Request(roomUrl({
		uid: c.get("user").uid,
		isStaff
	}), c.req.raw));
	return new Response(null, {
		status: 101,
		webSocket
	});
}).get("/:id/entrants", countList, async (c) => {
	const { limit, cursor, separator } = readQuery(c, entrantListQuerySchema);
	const [id, { uid }] = [pathId(c), c.get("user")];
	const page = await entrantsOf(c.env.DB, id, uid, limit ?? 1e3, cursor, isLimited(c.env));
	const isPage = limit !== void 0 || cursor !== void 0;
	if (isPage) linkNext(c, page.next);
	const pages = charged(c, entrantPages(c.env.DB, id, uid, isPage ? {
		...page,
		next: null
	} : page));
	c.header("Vary", "Accept");
	if (!c.req.header("Accept")?.includes("text/csv")) return c.body(streamOf(jsonParts(pages)), 200, { "Content-Type": "application/json" });
	return c.body(streamOf(csvParts(pages, separator === "semicolon" ? ";" : ",")), 200, {
		"Content-Type": "text/csv; charset=utf-8",
		"Content-Disposition": "attachment; filename=\"entrants.csv\""
	});
}).post("/", countWrite, requireFresh, async (c) => {
	const { id, fields } = await readNewRow(c);
	const opResult = await write(c, "marathon.create", id, without(fields, DECIDED_MARATHON_FIELDS));
	return c.json({
		acknowledged: true,
		insertedId: opResult.targetId
	}, 201);
}).put("/:id", countWrite, requireFresh, async (c) => {
	const id = pathId(c);
	const patch = without(await readFields(c), DECIDED_MARATHON_FIELDS);
	return c.json({
		acknowledged: true,
		matchedCount: 1,
		modifiedCount: await update(c, id, patch)
	});
}).delete("/:id", countWrite, requireFresh, async (c) => {
	const opResult = await write(c, "marathon.delete", pathId(c), {});
	return c.json({
		acknowledged: true,
		deletedCount: opResult.modified
	});
}).get("/:id/helpers", countList, async (c) => jsonText(c, await helpersOf(c.env.DB, c.get("user"), pathId(c)))).delete("/:id/helpers/:helperId", countWrite, requireFresh, requireOpen, async (c) => {
	const seq = await revokeHelper(helperWrite(c), pathId(c), pathId(c, "helperId"));
	afterHelperCommit(c, pathId(c), seq);
	return c.json({
		acknowledged: true,
		deletedCount: seq > 0 ? 1 : 0
	});
}).get("/:id/invitations", countList, async (c) => jsonText(c, await invitationsOf(helperWrite(c), pathId(c)))).delete("/:id/invitations/:invitationId", countWrite, requireFresh, requireOpen, async (c) => {
	const isNew = await withdrawInvitation(helperWrite(c), pathId(c), pathId(c, "invitationId"));
	return c.json({
		acknowledged: true,
		deletedCount: isNew ? 1 : 0
	});
}).post("/:id/invitations", countWrite, requireFresh, requireOpen, async (c) => {
	const marathonId = pathId(c);
	const key = idempotencyKey(c) ?? crypto.randomUUID();
	const token = invitationToken(c.env.SESSION_SECRET, marathonId, key);
	const expiresAt = await inviteHelper(helperWrite(c), marathonId, token);
	return c.json({
		url: `${new URL(c.req.url).origin}/invitation/${token}`,
		expiresAt
	}, 201);
});
/**
* Updates a marathon. After an application, older clients send the whole marathon with another regCount. If the user is
* not the owner, such a PUT, which changes nothing else, succeeds and changes no row.
* @returns the number of rows that changed: 0 or 1
* @throws Problem like `write`
*/
async function update(c, id, patch) {
	try {
		return (await write(c, "marathon.update", id, patch)).modified;
	} catch (error) {
		if (!(error instanceof Problem) || error.code !== "FORBIDDEN") throw error;
		const one = await oneMarathon(c.env.DB, id);
		if (one && changesNothing(JSON.parse(one.json), patch)) return 0;
		throw error;
	}
}
/** Charges the user for each page when it is read. Who reads no further is not charged for the rest. */
async function* charged(c, pages) {
	for await (const page of pages) {
		chargeAfter(c, page.bytes);
		yield page;
	}
}
// worker/routes/problem-response.ts
var RETRY_AFTER_S = 2;
/**
* Turns every error of the API into a response. An error that is not a Problem becomes UNAVAILABLE, without details: it
* is transient. Of a response that the handler has made already, nothing is left: Hono would keep its headers (a Link, an
* ETag), and they tell what an ended session must not read.
*/
function sendProblem(error, c) {
	c.res = void 0;
	if (error instanceof Problem) return problemResponse(error);
	logFailure("unexpected", error, { requestId: c.get("requestId") });
	return problemResponse(new Problem("UNAVAILABLE", "Something failed here. Try again.", { retryAfterSeconds: RETRY_AFTER_S }));
}
/** A problem as `application/problem+json` (RFC 9457). It is never cached. */
function problemResponse(problem) {
	const retry = problem.retryAfterSeconds;
	return new Response(JSON.stringify(problem.toBody()), {
		status: problem.status,
		headers: {
			"Content-Type": "application/problem+json",
			"Cache-Control": "no-store",
			...retry === void 0 ? {} : { "Retry-After": String(retry) }
		}
	});
}
// worker/reads/draws.ts
/**
* What everybody needs to check a draw, as JSON: commitment, seed, number of places, and the ids of all applications
* that took part, in the drawn order. It has no names.
* @throws Problem NOT_FOUND for a marathon that is unknown, has no ballot, or is not drawn yet
*/
async function drawOf(d1, marathonId) {
	const [marathons, parts] = await runBatch(d1, [sql`SELECT commitment, seed FROM marathon WHERE id = ${marathonId} AND seed IS NOT NULL`, sql`SELECT places, ids FROM draw WHERE marathon_id = ${marathonId} ORDER BY part`]);
	const [drawn] = rowsOf(marathons);
	if (!drawn) throw new Problem("NOT_FOUND", "There is no draw of this marathon.");
	const lists = rowsOf(parts);
	const ids = lists.map((list) => list.ids.slice(1, -1)).join(",");
	return `${JSON.stringify({
		marathonId,
		...drawn,
		places: lists[0]?.places ?? 0
	}).slice(0, -1)},"ids":[${ids}]}`;
}
// worker/reads/health.ts
/** Resolves if D1 responds and has our tables. @throws the error of D1 otherwise */
async function isAlive(d1) {
	await allRows(d1, sql`SELECT seq FROM clock`);
}
// contract/problem-schema.ts
/** An `application/problem+json` body. */
var problemSchema = /* @__PURE__ */ object({
	type: /* @__PURE__ */ string(),
	title: /* @__PURE__ */ string(),
	status: /* @__PURE__ */ number$2(),
	detail: /* @__PURE__ */ string(),
	code: /* @__PURE__ */ _enum(PROBLEM_CODES),
	fields: /* @__PURE__ */ optional(/* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ string()))
});
// contract/session.ts
var jwtResponseSchema = /* @__PURE__ */ object({
	success: /* @__PURE__ */ literal$1(true),
	expiresAt: /* @__PURE__ */ datetime()
});
var successSchema = /* @__PURE__ */ object({ success: /* @__PURE__ */ literal$1(true) });
/** The public settings that the app needs to sign in. `emulatorHost` is null except in local development. */
var configSchema = /* @__PURE__ */ object({
	firebase: /* @__PURE__ */ object({
		apiKey: /* @__PURE__ */ string(),
		authDomain: /* @__PURE__ */ string(),
		projectId: /* @__PURE__ */ string()
	}),
	emulatorHost: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	/** The VAPID public key for push subscriptions, base64url; null where push is not set up. */
	vapidKey: /* @__PURE__ */ _default(/* @__PURE__ */ nullable(/* @__PURE__ */ string()), null)
});
// contract/columns.ts
/** The schema of columns whose rows have this schema. No field of such a row may itself be a list. */
function columnsOf(row) {
	const columns = Object.entries(row.shape).map(([name, field]) => {
		const list = /* @__PURE__ */ array(field);
		return [name, name === "_id" ? list : /* @__PURE__ */ union([list, field])];
	});
	return (/* @__PURE__ */ strictObject(Object.fromEntries(columns))).check(/* @__PURE__ */ refine((value) => oddColumn(value) === void 0));
}
/** The rows of these columns. @throws Error if a column has another number of values than `_id` */
function rowsOfColumns(columns) {
	const odd = oddColumn(columns);
	if (odd !== void 0) throw new Error(`the column ${odd} is not as long as _id`);
	const names = Object.keys(columns);
	return columns._id.map((_, index) => {
		const row = {};
		for (const name of names) {
			const column = columns[name];
			row[name] = Array.isArray(column) ? column[index] : column;
		}
		return row;
	});
}
/** The name of a column that has another number of values than `_id`. */
function oddColumn(columns) {
	const { length } = columns._id;
	return Object.keys(columns).find((name) => {
		const column = columns[name];
		return Array.isArray(column) && column.length !== length;
	});
}
// contract/sync.ts
var fieldsSchema = /* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ unknown());
/**
* One queued edit.
* - create: `patch` has every field, and `base` is `{}`.
* - update: `patch` has the changed fields, and `base` has the values of these fields that the user saw.
* - delete and draw: both are `{}`. Who leaves the waiting list sends the base `{status: 'waiting'}`: the op is
*   rejected with STALE if the application has got a place meanwhile.
* - assignBib: like an update, of the one field `bib`.
* - void: `patch` has the time, and `base` is `{}`.
* - confirm: both are `{}`.
*
* This schema accepts any `type` and `v`: an op from another version of the app halts the request and is not rejected.
* Unknown keys in an op and in the request are ignored. A newer app may talk to an older worker.
*/
var opSchema = /* @__PURE__ */ object({
	opId: idSchema,
	v: int(NOT_A_WHOLE_NUMBER),
	type: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _minLength(1, REQUIRED), /* @__PURE__ */ _maxLength(64, atMostCharacters(64))),
	id: idSchema,
	base: fieldsSchema,
	patch: fieldsSchema,
	at: /* @__PURE__ */ datetime(NOT_AN_INSTANT)
});
var syncRequestSchema = /* @__PURE__ */ object({
	uid: (/* @__PURE__ */ string(NOT_TEXT)).check(/* @__PURE__ */ _minLength(1, REQUIRED), /* @__PURE__ */ _maxLength(128, atMostCharacters(128))),
	cursor: /* @__PURE__ */ nullable((/* @__PURE__ */ string(NOT_TEXT_OR_NULL)).check(/* @__PURE__ */ _regex(/^[A-Za-z0-9-]{1,64}\.\d{1,15}$/, NOT_A_SYNC_CURSOR))),
	ops: (/* @__PURE__ */ array(opSchema, NOT_A_LIST)).check(/* @__PURE__ */ _maxLength(500, atMost(500))),
	/** The bookmark of the response that brought the cursor: the pull reads no older state of the database. */
	bookmark: /* @__PURE__ */ optional(/* @__PURE__ */ string(NOT_TEXT)),
	/** The highest seq that a live room has told this phone of: the pull reads no state before it. */
	toldSeq: /* @__PURE__ */ optional(int(NOT_A_WHOLE_NUMBER)),
	/**
	* The most rows that the phone wants in the page. The server may send fewer, and as many as 50 where there are as many.
	* A phone that sends this reads rows by column (contract/columns). An older phone does not, and gets objects.
	*/
	pageRows: /* @__PURE__ */ optional(int(NOT_A_WHOLE_NUMBER).check(/* @__PURE__ */ _gte(1, atLeast(1))))
});
var verdictSchema = /* @__PURE__ */ object({
	opId: idSchema,
	status: /* @__PURE__ */ _enum(["applied", "rejected"]),
	code: /* @__PURE__ */ optional(/* @__PURE__ */ _enum(PROBLEM_CODES)),
	fields: /* @__PURE__ */ optional(/* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ string())),
	conflicts: /* @__PURE__ */ optional(/* @__PURE__ */ record(/* @__PURE__ */ string(), /* @__PURE__ */ object({
		base: /* @__PURE__ */ unknown(),
		yours: /* @__PURE__ */ unknown(),
		theirs: /* @__PURE__ */ unknown()
	})))
});
/** The reason why a request stopped before its end. The op at that place and all later ones have no verdict. */
var HALT_CODES = ["UNAVAILABLE", "UNKNOWN_OP"];
/**
* `mine` is true for the account's own rows. It is false for others' marathons and for entrants. `helping` is true
* where the account is a helper.
*/
var syncMarathonSchema = /* @__PURE__ */ extend(marathonSchema, {
	mine: /* @__PURE__ */ boolean(),
	helping: /* @__PURE__ */ boolean()
});
var syncApplicationSchema = /* @__PURE__ */ extend(applicationSchema, { mine: /* @__PURE__ */ boolean() });
/** All that a helper gets of an entrant (INV-19). */
var syncEntrantSchema = /* @__PURE__ */ strictObject({
	...(/* @__PURE__ */ pick(applicationSchema, {
		_id: true,
		marathonId: true,
		firstName: true,
		lastName: true,
		bib: true,
		code: true,
		status: true,
		ver: true
	})).shape,
	mine: /* @__PURE__ */ literal$1(false)
});
/** `helper`: the account does not help at the marathon with this id any more, and must forget its entrants. */
var deletedSchema = /* @__PURE__ */ object({
	type: /* @__PURE__ */ _enum([
		"marathon",
		"application",
		"helper",
		"notice"
	]),
	id: idSchema,
	at: /* @__PURE__ */ string()
});
/**
* The header of a response with the cursor of the next page. It is missing where there is none, where the request was
* halted, and in a response of an older worker.
*/
var NEXT_CURSOR = "Next-Cursor";
/** The header beside it with the response's bookmark, where the response has one. */
var BOOKMARK = "Bookmark";
var syncResponseSchema = /* @__PURE__ */ object({
	results: /* @__PURE__ */ array(verdictSchema),
	halted: /* @__PURE__ */ nullable(/* @__PURE__ */ object({ code: /* @__PURE__ */ _enum(HALT_CODES) })),
	cursor: /* @__PURE__ */ nullable(/* @__PURE__ */ string()),
	more: /* @__PURE__ */ boolean(),
	reset: /* @__PURE__ */ boolean(),
	/**
	* The name of the database's history. A restored database has a new one. It is missing where the server could not
	* read its database, and in a response of an older worker.
	*/
	epoch: /* @__PURE__ */ optional(/* @__PURE__ */ string()),
	/**
	* The state of the database that this page was read from. The phone keeps it beside the cursor. It is missing where
	* the database has no replicas to choose from, and in a response of an older worker.
	*/
	bookmark: /* @__PURE__ */ optional(/* @__PURE__ */ string()),
	marathons: /* @__PURE__ */ array(syncMarathonSchema),
	applications: /* @__PURE__ */ array(/* @__PURE__ */ union([syncApplicationSchema, syncEntrantSchema])),
	/** The check-ins at the account's own marathons, and at those where it helps. */
	checkIns: /* @__PURE__ */ array(checkInSchema),
	/** The notices of marathons that the account owns, helps at or applied to. */
	notices: /* @__PURE__ */ array(noticeSchema),
	deleted: /* @__PURE__ */ array(deletedSchema),
	serverTime: /* @__PURE__ */ string(),
	minVersion: int()
});
/** What a response by column has in `columns`. */
var LISTS_OF_ROWS = {
	marathons: true,
	applications: true,
	checkIns: true
};
/**
* Makes the schema of a response in its two forms: rows as objects, and by column for a request with `pageRows`, where
* a kind without rows is missing. Phones do not need it and so do not make it.
*/
function bothResponsesSchema() {
	const columns = {
		marathons: /* @__PURE__ */ optional(columnsOf(syncMarathonSchema)),
		applications: /* @__PURE__ */ optional(columnsOf(syncApplicationSchema)),
		entrants: /* @__PURE__ */ optional(columnsOf(syncEntrantSchema)),
		checkIns: /* @__PURE__ */ optional(columnsOf(checkInSchema))
	};
	return /* @__PURE__ */ union([syncResponseSchema, /* @__PURE__ */ extend(/* @__PURE__ */ omit(syncResponseSchema, LISTS_OF_ROWS), { columns: /* @__PURE__ */ strictObject(columns) })]);
}
// worker/routes/examples.ts
var fields = {
	title: "Harbour Ten",
	location: "Hamburg",
	image: "https://example.com/harbour.jpg",
	regStart: "2027-01-01T23:00:00.000Z",
	regEnd: "2027-02-28T22:59:59.999Z",
	startDate: "2027-03-05T08:00:00.000Z",
	distance: "10k",
	timeZone: "Europe/Berlin"
};
var description = "Flat and fast along the water.";
var person = {
	firstName: "Ada",
	lastName: "Lauf",
	phoneNumber: "+49 40 123456"
};
var marathonId = "0198c0de-0000-7000-8000-000000000001";
var applicationId = "0198c0de-0000-7000-8000-000000000002";
var createdAt = "2026-12-01T09:30:00.000Z";
var publicMarathon = {
	_id: marathonId,
	...fields
};
var upcomingMarathon = {
	...publicMarathon,
	description
};
var marathon = {
	...upcomingMarathon,
	name: "Olivia Organiser",
	email: "organiser@example.com",
	createdAt,
	regCount: 1,
	waitingCount: 0,
	enteredCount: 0,
	cancelled: null,
	capacity: 300,
	registration: "first-come",
	perAccount: 10,
	commitment: null,
	seed: null,
	ver: 1
};
var application = {
	_id: applicationId,
	marathonId,
	title: fields.title,
	startDate: fields.startDate,
	location: fields.location,
	image: fields.image,
	description,
	...person,
	additionalInfo: "",
	email: "ada@example.com",
	createdAt,
	status: "registered",
	promotedAt: null,
	bib: null,
	code: "K7QM2F9G",
	waitingOrder: null,
	drawOrder: null,
	ver: 1
};
var applicationToCreate = {
	marathonId,
	title: fields.title,
	startDate: fields.startDate,
	...person,
	email: "ada@example.com"
};
var checkIn = {
	_id: "0198c0de-0000-7000-8000-000000000004",
	marathonId,
	applicationId,
	at: "2027-03-05T06:40:00.000Z",
	gate: "A",
	by: "Olivia Organiser",
	voidedAt: null,
	confirmed: true,
	ver: 1
};
var notice = {
	_id: "0198c0de-0000-7000-8000-000000000006",
	marathonId,
	applicationId: null,
	kind: "written",
	text: "Parking is at Pier 7 only.",
	urgent: false,
	at: "2027-03-04T18:00:00.000Z",
	by: "Olivia Organiser"
};
var token = "c2FtcGxlLWludml0YXRpb24";
var draw = {
	marathonId,
	commitment: "ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9",
	seed: "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20",
	places: 1,
	ids: [applicationId]
};
var vapidKey = "BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo";
var pushSubscription = {
	endpoint: "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABa",
	keys: {
		p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
		auth: "BTBZMqHH6r4Tts7J_aSIgg"
	}
};
var opId = "0198c0de-0000-7000-8000-000000000003";
/** The examples in the OpenAPI document. A test parses each one with its schema. */
var EXAMPLES = {
	publicMarathon,
	upcomingMarathon,
	marathon,
	application,
	marathonToCreate: {
		...fields,
		description,
		capacity: 300
	},
	applicationToCreate,
	invitation: {
		url: `https://startline.example/invitation/${token}`,
		expiresAt: "2027-03-05T08:00:00.000Z"
	},
	openInvitation: {
		_id: "Z0yKq3cPZrN1xqQ5kX2T8mJvB4nYh6sLdWfEaUtRg7o",
		expiresAt: "2027-03-05T08:00:00.000Z"
	},
	invited: {
		marathonId,
		title: fields.title,
		location: fields.location,
		startDate: fields.startDate,
		timeZone: fields.timeZone
	},
	accepted: { marathonId },
	helper: {
		_id: "0198c0de-0000-7000-8000-000000000005",
		name: "Hana Helper",
		since: createdAt
	},
	draw,
	pushSubscription,
	accountData: {
		uid: "hanas-uid",
		parts: {
			account: [],
			helping: [{
				marathonId,
				name: "Hana Helper",
				since: createdAt,
				revokedAt: null
			}]
		},
		next: {
			part: "changes",
			after: 4711
		}
	},
	inserted: {
		acknowledged: true,
		insertedId: marathonId
	},
	syncRequest: {
		uid: "adas-uid",
		cursor: null,
		ops: [{
			opId,
			v: 1,
			type: "application.create",
			id: applicationId,
			base: {},
			patch: applicationToCreate,
			at: createdAt
		}]
	},
	syncResponse: {
		results: [{
			opId,
			status: "applied"
		}],
		halted: null,
		cursor: "5b0c1e2f00aa11bb.42",
		more: false,
		reset: false,
		epoch: "5b0c1e2f00aa11bb",
		bookmark: "00000a3f-00000002-00004f6b-8d02a8ea17b7a1f23c5d6e7f80912a3b",
		marathons: [{
			...marathon,
			mine: false,
			helping: false
		}],
		applications: [{
			...application,
			mine: true
		}],
		checkIns: [checkIn],
		notices: [notice],
		deleted: [{
			type: "marathon",
			id: "0198c0de-0000-7000-8000-000000000009",
			at: "2027-01-04T08:00:00.000Z"
		}],
		serverTime: "2027-01-05T08:00:00.000Z",
		minVersion: 1
	},
	config: {
		firebase: {
			apiKey: "public-key",
			authDomain: "startline.firebaseapp.com",
			projectId: "startline"
		},
		emulatorHost: null,
		vapidKey
	}
};
// worker/routes/route-table.ts
var body = (name, schema, example) => ({
	name,
	schema,
	example
});
var list = (name, schema, example) => ({
	name,
	schema,
	list: true,
	example: [example]
});
var SUCCESS = body("Success", successSchema, { success: true });
var INSERTED = body("Inserted", insertedSchema, EXAMPLES.inserted);
var UPDATED = body("Updated", updatedSchema, {
	acknowledged: true,
	matchedCount: 1,
	modifiedCount: 1
});
var DELETED = body("DeletedCount", deletedCountSchema, {
	acknowledged: true,
	deletedCount: 1
});
var WRITTEN = [
	"GONE",
	"STALE",
	"NOT_FOUND"
];
/**
* All calls of the API. The OpenAPI document, the permission tests and the tests' checks of responses use this list.
*/
var ROUTES = [
	{
		method: "POST",
		path: "/jwt",
		who: "token",
		summary: "Turns a Firebase ID token (Authorization: Bearer) into a session cookie",
		request: body("SignIn", jwtBodySchema, { email: "ada@example.com" }),
		status: 200,
		response: body("SignedIn", jwtResponseSchema, {
			success: true,
			expiresAt: "2027-03-19T08:00:00.000Z"
		}),
		problems: ["UNAUTHENTICATED", "RATE_LIMITED"]
	},
	{
		method: "POST",
		path: "/logout",
		who: "anyone",
		summary: "Clears the session cookie",
		status: 200,
		response: SUCCESS
	},
	{
		method: "POST",
		path: "/logout-everywhere",
		who: "user",
		summary: "Ends all sessions of the account, and its pushes; the next login needs the password",
		status: 200,
		response: SUCCESS,
		problems: ["RATE_LIMITED"]
	},
	{
		method: "GET",
		path: "/account/data",
		who: "user",
		summary: "What the server keeps of the account, by kind; more behind `next`",
		query: accountDataQuerySchema,
		status: 200,
		response: body("AccountData", accountDataSchema, EXAMPLES.accountData),
		problems: ["INVALID"]
	},
	{
		method: "POST",
		path: "/account/deletion",
		who: "token",
		summary: "Deletes the account of a Firebase ID token (Authorization: Bearer) and all that it has",
		status: 200,
		response: SUCCESS,
		problems: ["UNAUTHENTICATED", "RATE_LIMITED"]
	},
	{
		method: "GET",
		path: "/allMarathon",
		who: "anyone",
		summary: "The newest marathons, at most 100",
		status: 200,
		response: list("PublicMarathon", publicMarathonSchema, EXAMPLES.publicMarathon)
	},
	{
		method: "GET",
		path: "/upcomingMarathon",
		who: "anyone",
		summary: "Marathons that have not started, soonest first, at most 100",
		status: 200,
		response: list("UpcomingMarathon", upcomingMarathonSchema, EXAMPLES.upcomingMarathon)
	},
	{
		method: "GET",
		path: "/marathons",
		who: "user",
		summary: "Marathons by creation; more behind Link rel=\"next\"",
		query: marathonListQuerySchema,
		status: 200,
		response: list("Marathon", marathonSchema, EXAMPLES.marathon),
		problems: ["FORBIDDEN", "INVALID"]
	},
	{
		method: "GET",
		path: "/marathons/:id",
		who: "user",
		summary: "One marathon; its ETag is its version",
		status: 200,
		response: body("Marathon", marathonSchema, EXAMPLES.marathon),
		problems: ["NOT_FOUND"]
	},
	{
		method: "GET",
		path: "/marathons/:id/live",
		who: "user",
		summary: "A WebSocket that says when something of the marathon has changed; check-ins and bibs with for=staff alone",
		query: liveQuerySchema,
		status: 101,
		response: body("RoomMessage", roomMessageSchema, {
			seq: 4711,
			spreadMs: 0
		}),
		problems: [
			"FORBIDDEN",
			"INVALID",
			"NOT_FOUND"
		]
	},
	{
		method: "GET",
		path: "/marathons/:id/entrants",
		who: "marathon-owner",
		summary: "Who applied, oldest first; CSV for Accept: text/csv, with semicolons for separator=semicolon. All at once, or with limit in pages: more behind Link rel=\"next\"",
		query: entrantListQuerySchema,
		status: 200,
		response: list("Application", applicationSchema, EXAMPLES.application),
		csv: true,
		problems: [
			"FORBIDDEN",
			"NOT_FOUND",
			"INVALID"
		]
	},
	{
		method: "GET",
		path: "/marathons/:id/draw",
		who: "anyone",
		summary: "The draw of a ballot, to check it: seed, and the ids of all applications in the drawn order; no names",
		status: 200,
		response: body("Draw", drawSchema, EXAMPLES.draw),
		problems: ["NOT_FOUND", "RATE_LIMITED"]
	},
	{
		method: "POST",
		path: "/marathons",
		who: "user",
		summary: "Creates a marathon; name, email, createdAt and regCount are decided here",
		request: body("MarathonToCreate", marathonPostSchema, EXAMPLES.marathonToCreate),
		status: 201,
		response: INSERTED,
		problems: ["GONE"]
	},
	{
		method: "PUT",
		path: "/marathons/:id",
		who: "marathon-owner",
		summary: "Updates a marathon; from others, a PUT that changes nothing but regCount is answered with 0",
		request: body("MarathonUpdate", marathonPutSchema, {
			location: "Kiel",
			regEnd: "2027-03-01"
		}),
		status: 200,
		response: UPDATED,
		problems: WRITTEN
	},
	{
		method: "DELETE",
		path: "/marathons/:id",
		who: "marathon-owner",
		summary: "Deletes a marathon; runners keep their applications",
		status: 200,
		response: DELETED,
		problems: WRITTEN
	},
	{
		method: "POST",
		path: "/marathons/:id/invitations",
		who: "marathon-owner",
		summary: "Makes an invitation to help at check-in: a link for one use, valid 7 days",
		status: 201,
		response: body("Invitation", invitationSchema, EXAMPLES.invitation),
		keyed: true,
		problems: [
			"NOT_FOUND",
			"GONE",
			"INVALID",
			"RATE_LIMITED"
		]
	},
	{
		method: "GET",
		path: "/marathons/:id/invitations",
		who: "marathon-owner",
		summary: "The open invitations, the one that ends first comes first; without their links",
		status: 200,
		response: list("OpenInvitation", openInvitationSchema, EXAMPLES.openInvitation),
		problems: ["FORBIDDEN", "NOT_FOUND"]
	},
	{
		method: "DELETE",
		path: "/marathons/:id/invitations/:invitationId",
		who: "marathon-owner",
		summary: "Withdraws an open invitation; the id is the one of the list",
		status: 200,
		response: DELETED,
		problems: ["NOT_FOUND", "RATE_LIMITED"]
	},
	{
		method: "GET",
		path: "/marathons/:id/helpers",
		who: "marathon-owner",
		summary: "Who helps at check-in, who joined first comes first",
		status: 200,
		response: list("Helper", helperSchema, EXAMPLES.helper),
		problems: ["FORBIDDEN", "NOT_FOUND"]
	},
	{
		method: "DELETE",
		path: "/marathons/:id/helpers/:helperId",
		who: "marathon-owner",
		summary: "Removes a helper; the id is the one of the list",
		status: 200,
		response: DELETED,
		problems: ["NOT_FOUND", "RATE_LIMITED"]
	},
	{
		method: "GET",
		path: "/invitations/:token",
		who: "user",
		summary: "The event of an open invitation; one that is used, withdrawn, expired or unknown is not found",
		status: 200,
		response: body("Invited", invitedSchema, EXAMPLES.invited),
		problems: ["NOT_FOUND"]
	},
	{
		method: "POST",
		path: "/invitations/:token",
		who: "user",
		summary: "Accepts an invitation; a repeated call of the same account is accepted again",
		status: 200,
		response: body("Accepted", acceptedSchema, EXAMPLES.accepted),
		problems: [
			"NOT_FOUND",
			"INVALID",
			"RATE_LIMITED"
		]
	},
	{
		method: "POST",
		path: "/marathonApplication",
		who: "user",
		summary: "Applies to a marathon, inside its registration window, below its capacity and the limit of an account",
		request: body("ApplicationToCreate", applicationPostSchema, EXAMPLES.applicationToCreate),
		status: 201,
		response: INSERTED,
		problems: [
			"NOT_FOUND",
			"GONE",
			"REG_CLOSED",
			"ALREADY_APPLIED",
			"ACCOUNT_LIMIT",
			"FULL"
		]
	},
	{
		method: "GET",
		path: "/marathonApplication",
		who: "user",
		summary: "Own applications, newest first; more behind Link rel=\"next\"",
		query: ownListQuerySchema,
		status: 200,
		response: list("Application", applicationSchema, EXAMPLES.application),
		problems: ["FORBIDDEN", "INVALID"]
	},
	{
		method: "PUT",
		path: "/marathonApplication/:id",
		who: "application-owner",
		summary: "Updates an own application; title and startDate never change",
		request: body("ApplicationUpdate", applicationPutSchema, { phoneNumber: "+49 40 654321" }),
		status: 200,
		response: UPDATED,
		problems: [...WRITTEN, "ALREADY_APPLIED"]
	},
	{
		method: "DELETE",
		path: "/marathonApplication/:id",
		who: "application-owner",
		summary: "Withdraws an own application",
		status: 200,
		response: DELETED,
		problems: WRITTEN
	},
	{
		method: "POST",
		path: "/sync",
		who: "user",
		summary: "Queued operations in, verdicts and what changed out",
		request: body("SyncRequest", syncRequestSchema, EXAMPLES.syncRequest),
		status: 200,
		response: body("SyncResponse", bothResponsesSchema(), EXAMPLES.syncResponse),
		problems: ["WRONG_ACCOUNT", "RATE_LIMITED"]
	},
	{
		method: "POST",
		path: "/push-subscriptions",
		who: "user",
		summary: "Registers a phone for pushes; the endpoint must be of a known push service",
		request: body("PushSubscription", pushSubscriptionSchema, EXAMPLES.pushSubscription),
		status: 200,
		response: SUCCESS,
		problems: ["NOT_FOUND", "RATE_LIMITED"]
	},
	{
		method: "DELETE",
		path: "/push-subscriptions",
		who: "user",
		summary: "Ends the pushes to a phone of the account",
		request: body("PushSubscriptionEnd", pushEndSchema, { endpoint: EXAMPLES.pushSubscription.endpoint }),
		status: 200,
		response: DELETED,
		problems: ["RATE_LIMITED"]
	},
	{
		method: "GET",
		path: "/config",
		who: "anyone",
		summary: "Public settings of the app: for the sign-in, and the key for pushes, which is null where they are not set up",
		status: 200,
		response: body("Config", configSchema, EXAMPLES.config)
	},
	{
		method: "GET",
		path: "/health",
		who: "anyone",
		summary: "Liveness, with a round trip to the database",
		status: 200,
		response: body("Health", healthSchema, {
			ok: true,
			time: "2027-03-05T08:00:00.000Z"
		})
	},
	{
		method: "GET",
		path: "/openapi.json",
		who: "anyone",
		summary: "This document",
		status: 200,
		response: body("OpenApi", openApiSchema, {
			openapi: "3.1.0",
			info: {},
			paths: {}
		})
	}
];
/** Does this call of the REST API make an op? Such a call is counted, and accepts Idempotency-Key and If-Match. */
function isRestWrite({ method, path }) {
	return method !== "GET" && /^\/(marathons|marathonApplication)(\/:id)?$/.test(path);
}
/** Every problem that a call may return. */
function problemsOf(route) {
	const codes = /* @__PURE__ */ new Set([...route.problems ?? [], "UNAVAILABLE"]);
	if (route.who !== "anyone") codes.add("UNAUTHENTICATED");
	if (route.method !== "GET") codes.add("FORBIDDEN");
	if (route.request) for (const code of [
		"INVALID",
		"TOO_LARGE",
		"UNSUPPORTED_MEDIA"
	]) codes.add(code);
	if (route.who !== "anyone" && route.method === "GET") codes.add("RATE_LIMITED");
	if (isRestWrite(route)) for (const code of [
		"INVALID",
		"RATE_LIMITED",
		"WRONG_ACCOUNT"
	]) codes.add(code);
	return codes;
}
// worker/routes/openapi.ts
var refTo = (name) => ({ $ref: `#/components/schemas/${name}` });
var SECURITY = {
	anyone: void 0,
	token: [{ idToken: [] }],
	user: [{ session: [] }],
	"marathon-owner": [{ session: [] }],
	"application-owner": [{ session: [] }]
};
var DETAILS = { INVALID: "phoneNumber: must have at least 5 digits, and only digits, spaces and + ( ) . / -" };
var text;
/** The OpenAPI document as JSON text. The first request builds it, and the isolate keeps it. */
function openApiText() {
	text ??= JSON.stringify(openApi());
	return text;
}
/** The API as an OpenAPI 3.1 document, made from the route table and from the schemas that check requests. */
function openApi() {
	const requests = ROUTES.flatMap((route) => route.request ?? []);
	const responses = [...ROUTES.map((route) => route.response), {
		name: "Problem",
		schema: problemSchema
	}];
	const paths = {};
	for (const route of ROUTES) {
		const path = route.path.replace(/:(\w+)/g, "{$1}");
		paths[path] = {
			...paths[path],
			[route.method.toLowerCase()]: operation(route)
		};
	}
	return {
		openapi: "3.1.0",
		info: {
			title: `${PRODUCT} API`,
			version: "1"
		},
		servers: [{ url: "/api" }],
		paths,
		components: {
			schemas: {
				...jsonSchemas(requests, "input"),
				...jsonSchemas(responses, "output")
			},
			securitySchemes: {
				session: {
					type: "apiKey",
					in: "cookie",
					name: "__Host-session"
				},
				idToken: {
					type: "http",
					scheme: "bearer",
					bearerFormat: "Firebase ID token"
				}
			}
		}
	};
}
function operation(route) {
	const security = SECURITY[route.who];
	return {
		summary: route.summary,
		...security ? { security } : {},
		parameters: [
			...pathParameters(route),
			...queryParameters(route),
			...headerParameters(route)
		],
		...route.request ? { requestBody: {
			required: true,
			content: { "application/json": content(route.request) }
		} } : {},
		responses: {
			[route.status]: {
				description: "Done",
				content: {
					"application/json": content(route.response),
					...route.csv ? { "text/csv": { schema: { type: "string" } } } : {}
				}
			},
			...problemResponses(route)
		}
	};
}
function content({ name, list, example }) {
	return {
		schema: list ? {
			type: "array",
			items: refTo(name)
		} : refTo(name),
		example
	};
}
/** The problem responses of a route by status. Codes with the same status are examples of one response. */
function problemResponses(route) {
	const byStatus = Object.groupBy(problemsOf(route), (code) => String(PROBLEMS[code].status));
	return Object.fromEntries(Object.entries(byStatus).map(([status, codes = []]) => [status, {
		description: codes.map((code) => `${code}: ${PROBLEMS[code].title}`).join("; "),
		...status === "429" || status === "503" ? { headers: { "Retry-After": {
			description: "Seconds to wait",
			schema: { type: "integer" }
		} } } : {},
		content: { "application/problem+json": {
			schema: refTo("Problem"),
			examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]))
		} }
	}]));
}
function exampleOf(code) {
	const detail = DETAILS[code] ?? PROBLEMS[code].title;
	const [field, wrong] = detail.split(": ");
	return new Problem(code, detail, field && wrong ? { fields: { [field]: wrong } } : {}).toBody();
}
function pathParameters({ path }) {
	return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
		name,
		in: "path",
		required: true,
		schema: { type: "string" }
	}));
}
function queryParameters({ query }) {
	if (!query) return [];
	const { properties = {} } = toJSONSchema(query, { io: "input" });
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: "query",
		required: false,
		schema
	}));
}
function headerParameters(route) {
	if (!isRestWrite(route) && !route.keyed) return [];
	const header = (name, description) => ({
		name,
		in: "header",
		required: false,
		description,
		schema: { type: "string" }
	});
	return [header("Idempotency-Key", "A repeated call with the same key has one effect and the same answer"), ...route.method === "POST" ? [] : [header("If-Match", "The ETag that the row must still have")]];
}
/** The JSON schemas of the bodies by name. They refer to each other by name. */
function jsonSchemas(bodies, io) {
	const registry$1 = registry();
	for (const { name, schema } of bodies) registry$1.add(schema, { id: name });
	const { schemas } = toJSONSchema(registry$1, {
		io,
		uri: (name) => refTo(name).$ref
	});
	return Object.fromEntries(Object.entries(schemas).map(([name, { $id, $schema, ...schema }]) => [name, schema]));
}
// worker/routes/public.ts
var CACHE_MS = 1e3;
var LIST_CACHE = "public, max-age=5, stale-while-revalidate=60";
var DOCUMENT_CACHE = "public, max-age=300";
var cache = /* @__PURE__ */ new Map();
async function cached(key, now, load) {
	const hit = cache.get(key);
	if (hit && now - hit.at >= 0 && now - hit.at < CACHE_MS) return hit.json;
	const json = await load();
	cache.set(key, {
		at: now,
		json
	});
	return json;
}
/**
* The calls without sign-in: the two lists of the home page, the lists of draws, the app's settings, the OpenAPI
* document, and the health.
*/
var publicLists = new Hono().get("/allMarathon", async (c) => {
	const json = await cached("all", Date.now(), () => newestPublic(c.env.DB));
	c.header("Cache-Control", LIST_CACHE);
	return jsonText(c, json);
}).get("/upcomingMarathon", async (c) => {
	const now = Date.now();
	const json = await cached("upcoming", now, () => upcomingPublic(c.env.DB, now));
	c.header("Cache-Control", LIST_CACHE);
	return jsonText(c, json);
}).get("/marathons/:id/draw", async (c) => {
	await countCall(c, "LIST_LIMIT", `address:${addressKey(c.req.header("CF-Connecting-IP"))}`);
	const json = await drawOf(c.env.DB, pathId(c));
	c.header("Cache-Control", DOCUMENT_CACHE);
	return jsonText(c, json);
}).get("/config", (c) => c.json({
	firebase: {
		apiKey: c.env.FIREBASE_API_KEY ?? "",
		authDomain: c.env.FIREBASE_AUTH_DOMAIN ?? "",
		projectId: c.env.FIREBASE_PROJECT_ID
	},
	emulatorHost: isEmulatorMode(c.env) ? c.env.FIREBASE_AUTH_EMULATOR_HOST ?? null : null,
	vapidKey: vapidKeys(c.env)?.publicKey ?? null
})).get("/openapi.json", (c) => {
	c.header("Cache-Control", DOCUMENT_CACHE);
	return jsonText(c, openApiText());
}).get("/health", async (c) => {
	await cached("health", Date.now(), () => isAlive(c.env.DB).then(() => ""));
	return c.json({
		ok: true,
		time: (/* @__PURE__ */ new Date()).toISOString()
	});
});
// worker/jobs/push/push-subscriptions.ts
/**
* Registers a push subscription for the account, or renews it. An endpoint belongs to the account that registered it
* last. A push that was queued for an earlier account is not sent, because the subscription gets a new id.
* @param user the account, and when its session was issued: sessions may be ended at the same moment, and end the
*   pushes
* @returns false if the session was ended; then nothing is registered
*/
async function registerPush(d1, { uid, issuedAt }, { endpoint, keys: { p256dh, auth } }, now) {
	const id = randomBytes(12).toString("base64url");
	const [registered] = await runBatch(d1, [sql`INSERT INTO push_subscription (id, endpoint, uid, p256dh, auth, seen_at)
      SELECT ${id}, ${endpoint}, ${uid}, ${p256dh}, ${auth}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM account WHERE uid = ${uid} AND sessions_after >= ${issuedAt})
      ON CONFLICT (endpoint) DO UPDATE SET
        id = iif(uid = excluded.uid, id, excluded.id), uid = excluded.uid,
        p256dh = excluded.p256dh, auth = excluded.auth, seen_at = excluded.seen_at`, sql`DELETE FROM push_subscription WHERE id IN (SELECT id FROM push_subscription WHERE uid = ${uid}
      ORDER BY seen_at DESC, id LIMIT -1 OFFSET ${literal(20)})`]);
	return registered?.meta.changes === 1;
}
/** Ends a push subscription of the account. @returns how many there were (0 or 1) */
async function endPush(d1, uid, endpoint) {
	return (await statement(d1, sql`DELETE FROM push_subscription WHERE endpoint = ${endpoint} AND uid = ${uid}`).run()).meta.changes;
}
// worker/routes/push.ts
/**
* /push-subscriptions: the phones that get the pushes of an account. Both calls may be repeated. An old session may end
* pushes, because a logout does not renew its session first.
*/
var push = new Hono().use(requireUser, countWrite).post("/", requireFresh, async (c) => {
	if (!vapidKeys(c.env)) throw new Problem("NOT_FOUND", "Push is not set up here.");
	const subscription = await readJson(c, pushSubscriptionSchema);
	if (!await canEncryptFor(subscription.keys.p256dh)) throw invalidField("keys.p256dh", "must be a point of P-256");
	if (!await registerPush(c.env.DB, c.get("user"), subscription, Date.now())) await assertOpen(c);
	return c.json({ success: true });
}).delete("/", requireOpen, async (c) => {
	const { endpoint } = await readJson(c, pushEndSchema);
	return c.json({
		acknowledged: true,
		deletedCount: await endPush(c.env.DB, c.get("user").uid, endpoint)
	});
});
// worker/routes/session.ts
/**
* - POST /jwt exchanges a Firebase ID token for a session cookie.
* - POST /logout deletes the cookie.
* - POST /logout-everywhere ends all sessions of the account, and its pushes.
*/
var session = new Hono().post("/jwt", async (c) => {
	const user = await readIdToken(c);
	const { email } = await readJson(c, jwtBodySchema);
	if (email.trim().toLowerCase() !== user.email.toLowerCase()) throw new Problem("FORBIDDEN", "The email is not the one of the ID token.", { fields: { email: "is not yours" } });
	assertNotEnded(user.authTime, await sessionsEnd(c.env.DB, user.uid));
	return c.json({
		success: true,
		expiresAt: await issueSession(c, user)
	});
}).post("/logout", (c) => {
	clearSession(c);
	return c.json({ success: true });
}).post("/logout-everywhere", requireUser, requireFresh, requireOpen, async (c) => {
	const { uid } = c.get("user");
	await countCall(c, "SIGN_IN_LIMIT", uid);
	await endSessions(c.env.DB, uid, Date.now());
	clearSession(c);
	return c.json({ success: true });
});
// worker/pull/pull.ts
/**
* The statements of a pull, for the end of a batch, and `toPage`, which packs their results into a page.
*
* A cursor `<epoch>.<S>` promises that its holder has every row visible to it with seq <= S (INV-6). Therefore:
* - The statement merges all sources by seq before it cuts the page. The cursor of a cut page is the seq of its last
*   row.
* - A page is never cut between rows of the same seq: `pullSources` gives them the same part.
* - Each source returns a row at most once. A source that returned duplicates would reach its LIMIT with fewer
*   different rows, and the page would miss rows below its cursor.
* - A marathon that leaves the 30-day window still reaches the accounts that have it: `shown_until` never decreases.
* - A cursor of another epoch, ahead of the clock or below the low-water mark starts over (`reset`).
* - A pull from nothing also reads rows older than the low-water mark, over several pages. Until its last page its
*   cursors are `<epoch>-<B>.<S>`, where B is the seq of the clock when the pull began. Such a phone received no row
*   that was deleted up to B, so it needs no tombstone up to B: the mark is compared with B while S is below B.
* @param cursor the phone's cursor; null for a pull from nothing
* @param pageRows the most rows that the phone wants in the page; it gets at least 20. Undefined for an older phone
* @param now the server's time, ms since the epoch
* @param isLimited whether an account that has read too much gets no rows
*/
function pullStatements(d1, uid, cursor, pageRows, now, isLimited = true) {
	const rows = Math.min(pageRows ?? 1e3, MAX_PULL_PAGE_ROWS);
	return {
		statements: pullSources(d1, uid, cursor, rows - rows % 50 || 20, now, isLimited),
		toPage: (results) => toPage(cursor, results)
	};
}
/** @param results of the two statements of `pullSources`, in their order */
function toPage(cursor, results) {
	const [clock] = rowsOf(results[0]);
	if (!clock) throw new Error("the clock row is missing");
	const packedRows = rowsOf(results[1]);
	const kept = packedRows.filter(({ kind }) => kind !== "x");
	const more = kept.length < packedRows.length;
	const lastSeq = kept.reduce((max, { last }) => Math.max(max, last), 0);
	const began = cursor === null || clock.reset === 1 ? clock.seq : parseCursor(cursor).began;
	const history = more && began > 0 ? `${clock.epoch}-${began}` : clock.epoch;
	const cellsOf = (kind, from = "json") => kept.flatMap((row) => row.kind === kind ? row[from] ?? [] : []);
	const columns = {};
	const addColumns = (kind, cells) => {
		const names = SYNC_FIELDS[kind].map(({ name }) => name);
		if (cells.length > 0) columns[kind] = joinLists(names, cells);
	};
	addColumns("marathons", cellsOf("m"));
	addColumns("applications", cellsOf("a"));
	addColumns("entrants", cellsOf("a", "entrants"));
	addColumns("checkIns", cellsOf("c"));
	return {
		cursor: `${history}.${more ? lastSeq : clock.seq}`,
		more,
		reset: cursor !== null && clock.reset === 1,
		epoch: clock.epoch,
		seq: clock.seq,
		bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
		readUntil: clock.readUntil,
		columns,
		notices: `[${cellsOf("n").join(",")}]`,
		deleted: `[${cellsOf("d").join(",")}]`
	};
}
/**
* Joins the lists of several cells (`listsOf`), field by field.
* @param names of the fields, in the order of the lists
* @returns for each name JSON of its column: the list of all values, or one value that all rows have
*/
function joinLists(names, cells) {
	const parts = cells.map((cell) => cell.split("\n"));
	let rows = 0;
	return new Map(names.map((name, index) => {
		const list = `[${parts.map((lists) => lists[index]?.slice(1, -1)).join(",")}]`;
		if (name !== "_id") return [name, theOnlyValue(list, rows) ?? list];
		rows = JSON.parse(list).length;
		return [name, list];
	}));
}
/**
* The value that all of these have, as JSON; null if they differ. Equal values have texts of equal length, so that the
* length of the list tells where the first one would end. Nothing is parsed.
* @param list JSON of a list
* @param count its length
*/
function theOnlyValue(list, count) {
	const length = (list.length - 1 - count) / count;
	const first = list.slice(1, 1 + length);
	if (list !== `[${Array(count).fill(first).join(",")}]`) return null;
	return isJson(first) ? first : null;
}
/** Two texts such as `",1,"` and a number repeat the same characters too, which are no value. */
function isJson(text) {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return expected("not-ours", false);
	}
}
/** The page's rows as the text of a JSON object without its braces: by column, or as objects for an older phone. */
function pageText({ columns, notices, deleted }, byColumn) {
	const texts = Object.entries(columns).map(([kind, lists]) => {
		return [kind, `{${Array.from(lists, ([name, json]) => `"${name}":${json}`).join(",")}}`];
	});
	const rest = `"notices":${notices},"deleted":${deleted}`;
	if (byColumn) return `"columns":{${texts.map(([kind, text]) => `"${kind}":${text}`).join(",")}},${rest}`;
	const objects = new Map(texts.map(([kind, text]) => [kind, rowsOfColumns(JSON.parse(text))]));
	const list = (...kinds) => JSON.stringify(kinds.flatMap((kind) => objects.get(kind) ?? []));
	return `"marathons":${list("marathons")},"applications":${list("applications", "entrants")},"checkIns":${list("checkIns")},${rest}`;
}
// worker/ops/sync.ts
/** `more` is true because this is no page: the phone must not take it for the last one. */
var NO_PAGE = {
	more: true,
	reset: false,
	bytes: 0,
	columns: {},
	notices: "[]",
	deleted: "[]"
};
/**
* One sync call. It decides and commits the ops before the first unknown one, and reads the pull in the same
* transaction. An error of D1 is transient: the result is halted with UNAVAILABLE, and no op is rejected. The result is
* the same for a cursor of another epoch: the phone first sends again what the restored database has forgotten.
* @param timeSource returns the server's time, ms since the epoch
* @param isLimited whether the account is charged for its ops
* @param group the group commit, which takes applications to a marathon with a crowd
* @throws Problem RATE_LIMITED, also for an account that has read too much; UNAUTHENTICATED if the session was ended; WRONG_ACCOUNT; INVALID for an op id that was
*   used for another op, or with the ops whose `base` or `patch` has a value that no field can have
*/
async function sync$1(d1, actor, request, timeSource, isLimited, group) {
	const unknownAt = request.ops.findIndex((op) => !isKnown(op));
	const known = (unknownAt < 0 ? request.ops : request.ops.slice(0, unknownAt)).filter(isKnown);
	const wrong = {};
	for (const [index, op] of known.entries()) {
		nameWrong(wrong, `ops.${index}.base`, wrongBase(op.base, op.patch));
		nameWrong(wrong, `ops.${index}.patch`, wrongPatch(op.patch));
	}
	const [first] = Object.entries(wrong);
	if (first) throw new Problem("INVALID", `${first[0]}: ${first[1]}`, { fields: wrong });
	try {
		const ops = known.map((op) => parseOp({
			...op,
			content: contentOf(op)
		}));
		const pull = pullStatements(d1, actor.uid, request.cursor, request.pageRows, timeSource(), isLimited);
		const options = {
			timeSource,
			isLimited,
			trailingReads: ops.length === 0 ? [...pull.statements, sessionsEndStatement(d1, actor.uid)] : pull.statements
		};
		const applied = await applyRequest(d1, {
			actor,
			ops,
			cursor: request.cursor
		}, options, group);
		const check = applied.trailingReads[pull.statements.length];
		if (check) assertNotEnded(actor.issuedAt, readEnd(check));
		const unknown = known.length < request.ops.length ? { code: "UNKNOWN_OP" } : null;
		const read = pull.toPage(applied.trailingReads);
		const isOver = isLimited && read.readUntil > latestRead(timeSource());
		if (isOver && ops.length === 0) assertMayRead(actor.uid, read.readUntil, timeSource());
		const page = isOver ? {
			...NO_PAGE,
			cursor: request.cursor
		} : read;
		return {
			results: applied.opResults.map(({ verdict }) => verdict),
			halted: applied.halted ?? unknown,
			page,
			commit: applied.commit,
			retries: applied.retries
		};
	} catch (error) {
		if (error instanceof Problem) throw error;
		logFailure("sync.halted", error);
		return {
			results: [],
			halted: { code: "UNAVAILABLE" },
			page: {
				...NO_PAGE,
				cursor: request.cursor
			},
			commit: emptyCommit(),
			retries: 0
		};
	}
}
function isKnown(op) {
	return op.v === 1 && isOpType(op.type);
}
function nameWrong(wrong, part, fields) {
	for (const [field, words] of Object.entries(fields)) wrong[field === "" ? part : `${part}.${field}`] = words;
}
// worker/routes/sync.ts
/** POST /sync: the request carries ops; the response carries their verdicts and the rows that changed. */
var sync = new Hono().post("/sync", requireUser, async (c) => {
	const user = c.get("user");
	await countCall(c, "READ_LIMIT", user.uid);
	const request = await readJson(c, syncRequestSchema);
	if (request.ops.length > 0) await countCall(c, "SYNC_LIMIT", user.uid);
	if (request.uid !== user.uid) throw new Problem("WRONG_ACCOUNT", "The session belongs to another account.");
	if (request.ops.length > 0 && !isFresh(user)) {
		await assertOpen(c);
		assertFresh(user);
	}
	const isPull = request.ops.length === 0;
	if (isPull && isLimited(c.env)) assertNotRefused(user.uid, Date.now());
	const d1 = c.get("d1");
	const run = () => sync$1(c.env.DB, user, request, Date.now, isLimited(c.env), groupCommit(c.env));
	const { page, results, halted, commit, retries } = isPull && request.cursor !== null ? await d1.readNear(request.bookmark, run, (result) => isBehind(result.page, request)) : await run();
	afterCommit(c, commit);
	chargeAfter(c, page.bytes);
	if (request.ops.length > 0 || halted) c.set("numbers", numbersOf(request.ops, results, halted?.code, retries));
	const bookmark = d1.bookmark() ?? void 0;
	const head = JSON.stringify({
		results,
		halted,
		cursor: page.cursor,
		more: page.more,
		reset: page.reset,
		epoch: page.epoch,
		bookmark,
		serverTime: (/* @__PURE__ */ new Date()).toISOString(),
		minVersion: 1
	});
	const byColumn = request.pageRows !== void 0;
	const headers = { "Content-Type": "application/json" };
	if (page.more && !halted && page.cursor) {
		headers[NEXT_CURSOR] = page.cursor;
		if (bookmark) headers[BOOKMARK] = bookmark;
	}
	return c.body(`${head.slice(0, -1)},${pageText(page, byColumn)}}`, 200, headers);
});
/**
* Is the page from a state of the database that is older than what the phone has seen or was told of? A replica may also
* be from before a restore, so that its reset counts for nothing.
*/
function isBehind({ seq, reset }, { cursor, toldSeq = 0 }) {
	const { sent, began } = parseCursor(cursor);
	return reset || seq !== void 0 && seq < Math.max(sent, began, toldSeq);
}
function numbersOf(ops, results, halted, retries) {
	const oldest = Math.min(...ops.map(({ at }) => Date.parse(at)).filter(Number.isFinite), Date.now());
	return {
		ops: ops.length,
		rejected: results.filter(({ status }) => status === "rejected").length,
		clashes: results.filter(({ conflicts }) => conflicts).length,
		halted,
		retries,
		waitedS: Math.round((Date.now() - oldest) / 1e3)
	};
}
// worker/api.ts
/** All calls below /api. routes/route-table.ts has a row for each of them. */
var api = new Hono().basePath("/api").use(observe).use(secureHeaders({
	crossOriginOpenerPolicy: "same-origin-allow-popups",
	contentSecurityPolicy: {
		defaultSrc: ["'none'"],
		frameAncestors: ["'none'"]
	},
	xFrameOptions: "DENY",
	strictTransportSecurity: STRICT_TRANSPORT,
	originAgentCluster: false,
	xDnsPrefetchControl: false,
	xDownloadOptions: false,
	xPermittedCrossDomainPolicies: false,
	xXssProtection: false
})).use(requireSameOrigin).use(refuseWhileClosed).route("/", publicLists).route("/", session).route("/", sync).route("/account", account).route("/marathons", marathons).route("/invitations", invitations).route("/push-subscriptions", push).route("/marathonApplication", applications);
api.notFound(() => problemResponse(new Problem("NOT_FOUND", "There is no such call.")));
api.onError(sendProblem);
// worker/jobs/retention-steps.ts
/** Sets the texts about the runner to ''. */
var ERASED = sql.raw([
	...PERSONAL,
	"email",
	"code"
].map((column) => `${column} = ''`).join(", "));
/** The steps of a night, the most important first. */
function retentionSteps(due) {
	return [
		eraseContacts(due),
		finishDeleted(due),
		stripClashes(due),
		deleteCheckIns(due),
		stripTombstones(due),
		deleteOpRecords(due),
		deleteBudgets(due),
		deleteInvitations(due),
		deleteHelpers(due),
		deleteNotices(due),
		markPast(due)
	];
}
var listed = (ids) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
/**
* Is the row's marathon still due, or deleted? Its start may have been moved between the search and the change, and
* what is erased does not come back.
*/
var isStillDue = (table, contact) => sql`NOT EXISTS (SELECT 1 FROM marathon m
  WHERE m.id = ${sql.identifier(table)}.marathon_id AND m.start_date >= ${contact})`;
/**
* Erases the personal data in applications to marathons that started long ago. The row and the marathon's count stay.
* The row gets a new seq, so that phones erase the data too. It gets a new ver, so that an edit that another request is
* writing fails its guard and is decided again.
* An edit of an erased row makes it due again, with a new seq: behind all others.
* For a marathon that was deleted, the application's own copy of the start date counts, or the deletion if it was
* earlier: the runner wrote that copy, and it may be far in the future.
*
* Only the applications themselves change in these transactions. One account may have made many check-ins and any
* number of op records on an application, and these have bounded steps of their own.
*/
function eraseContacts({ contact, nowMs }) {
	return {
		name: "contactsErased",
		rows: 1e3,
		batches: 60,
		find: (bad, rows) => sql`SELECT id FROM (SELECT a.id, a.seq FROM marathon m CROSS JOIN application a
        ON a.marathon_id = m.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE m.start_date < ${contact}
      UNION SELECT a.id, a.seq FROM application a
        WHERE a.erased_at IS NULL AND a.start_date < ${contact} AND a.id NOT IN ${bad}
        AND NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = a.marathon_id)
      UNION SELECT a.id, a.seq FROM tombstone t INDEXED BY tombstone_contacts CROSS JOIN application a
        ON a.marathon_id = t.id AND a.erased_at IS NULL AND a.id NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${contact})
      ORDER BY seq LIMIT ${literal(rows)}`,
		change: (ids) => [sql`UPDATE clock SET seq = seq + ${ids.length} WHERE id = 1`, sql`UPDATE application SET ${ERASED}, person_key = char(10) || application.id, erased_at = ${new Date(nowMs).toISOString()},
        ver = ver + 1, seq = (SELECT seq FROM clock) - ${ids.length} + e.key + 1
      FROM json_each(${JSON.stringify(ids)}) e WHERE application.id = e.value AND application.erased_at IS NULL AND ${isStillDue("application", contact)}`]
	};
}
/**
* Takes deleted marathons out of the search of `eraseContacts`, when no application to them has contact data any more.
* Tombstones stay for ever, so a search that read them all would take longer each night. A late edit of such an
* application puts its marathon back (domain/write-ops).
*/
function finishDeleted({ contact }) {
	const isErased = (tombstone) => sql`NOT EXISTS (SELECT 1 FROM application a
    WHERE a.marathon_id = ${sql.identifier(tombstone)}.id AND a.erased_at IS NULL)`;
	return {
		name: "deletedFinished",
		rows: 1e4,
		batches: 40,
		find: (bad, rows) => sql`SELECT t.rowid AS id FROM tombstone t INDEXED BY tombstone_contacts
      WHERE t.type = 'marathon' AND t.may_have_contacts = 1 AND t.deleted_at < ${contact} AND t.rowid NOT IN ${bad}
      AND ${isErased("t")} LIMIT ${literal(rows)}`,
		change: (ids) => [sql`UPDATE tombstone SET may_have_contacts = 0 WHERE rowid IN ${listed(ids)} AND ${isErased("tombstone")}`]
	};
}
/**
* Removes contact data from stored verdicts: the texts of clashes, and the name of the entrant who has a bib. Due are
* those that are old, whether or not the row still exists, and those about an application that was erased. A verdict of
* BIB_TAKEN names another entrant of the same marathon, who is erased in the same night.
*/
function stripClashes({ clash }) {
	return {
		name: "clashesStripped",
		rows: 1e4,
		batches: 60,
		find: (bad, rows) => {
			const old = (kind) => sql`SELECT op_id AS id FROM op_record
        WHERE decided_at < ${clash} AND ${kind} AND op_id NOT IN ${bad}`;
			const erased = (kind) => sql`SELECT op_id AS id FROM op_record
        CROSS JOIN application a ON a.id = target_id AND a.erased_at IS NOT NULL
        WHERE decided_at >= ${clash} AND ${kind} AND op_id NOT IN ${bad} AND type LIKE 'application.%'`;
			const due = [
				old(isClash),
				old(namesHolder),
				erased(isClash),
				erased(namesHolder)
			];
			return sql`${sql.join(due, sql` UNION ALL `)} LIMIT ${literal(rows)}`;
		},
		change: (ids) => [sql`UPDATE op_record SET verdict = ${WITHOUT_CONTACT} WHERE op_id IN ${listed(ids)} AND ${namesPeople}`]
	};
}
/**
* Deletes the check-ins at marathons whose entrants' contact data is erased. They say where a person was. A phone
* deletes them when it gets an application without a name.
*/
function deleteCheckIns({ contact }) {
	return {
		name: "checkInsDeleted",
		rows: 1e4,
		batches: 90,
		find: (bad, rows) => sql`SELECT c.rowid AS id FROM marathon m CROSS JOIN check_in c
      ON c.marathon_id = m.id AND c.rowid NOT IN ${bad} WHERE m.start_date < ${contact} ORDER BY c.seq LIMIT ${literal(rows)}`,
		change: (ids) => [sql`DELETE FROM check_in WHERE rowid IN ${listed(ids)} AND ${isStillDue("check_in", contact)}`]
	};
}
/**
* Strips old tombstones: `type`, `id` and `deletedAt` stay, so that the id is never used again, and nothing else about
* the row is kept. The same transaction raises the low-water mark to their highest seq: a phone that has not received
* these deletions starts over.
*/
function stripTombstones({ tombstone }) {
	return {
		name: "tombstonesStripped",
		rows: 1e4,
		batches: 10,
		find: (bad, rows) => sql`SELECT rowid AS id FROM tombstone
      WHERE seq IS NOT NULL AND deleted_at < ${tombstone} AND rowid NOT IN ${bad} ORDER BY deleted_at LIMIT ${literal(rows)}`,
		change: (ids) => [sql`UPDATE clock SET floor = max(floor,
        coalesce((SELECT max(seq) FROM tombstone WHERE rowid IN ${listed(ids)}), 0)) WHERE id = 1`, sql`UPDATE tombstone SET seq = NULL, owner_uid = NULL, organiser_uid = '', marathon_id = '', shown_until = ''
        WHERE rowid IN ${listed(ids)}`]
	};
}
function deleteOpRecords({ opRecord }) {
	return {
		name: "opRecordsDeleted",
		rows: 1e4,
		batches: 100,
		find: (bad, rows) => sql`SELECT op_id AS id FROM op_record WHERE decided_at < ${opRecord} AND op_id NOT IN ${bad} LIMIT ${literal(rows)}`,
		change: (ids) => [sql`DELETE FROM op_record WHERE op_id IN ${listed(ids)}`]
	};
}
/** Deletes the budgets of accounts whose operations are all paid off. */
function deleteBudgets({ nowMs }) {
	return {
		name: "budgetsDeleted",
		rows: 1e3,
		batches: 16,
		find: (bad, rows) => sql`SELECT uid AS id FROM op_budget WHERE spent_until < ${nowMs} AND uid NOT IN ${bad} LIMIT ${literal(rows)}`,
		change: (ids) => [sql`DELETE FROM op_budget WHERE uid IN ${listed(ids)} AND spent_until < ${nowMs}`]
	};
}
/** Deletes invitations that cannot be accepted any more. */
function deleteInvitations({ nowMs }) {
	return {
		name: "invitationsDeleted",
		rows: 1e4,
		batches: 3,
		find: (bad, rows) => sql`SELECT token_hash AS id FROM invitation
      WHERE expires_at < ${new Date(nowMs).toISOString()} AND token_hash NOT IN ${bad} LIMIT ${literal(rows)}`,
		change: (ids) => [sql`DELETE FROM invitation WHERE token_hash IN ${listed(ids)}`]
	};
}
/**
* Deletes helpers who were removed as long ago as the tombstones that are stripped, and the helpers of marathons whose
* tombstone is stripped. A phone that has not heard of its removal starts over, so the low-water mark rises
* like there.
*/
function deleteHelpers({ tombstone }) {
	return {
		name: "helpersDeleted",
		rows: 1e4,
		batches: 3,
		find: (bad, rows) => sql`SELECT rowid AS id FROM helper
        WHERE revoked_at IS NOT NULL AND revoked_at < ${tombstone} AND rowid NOT IN ${bad}
      UNION ALL SELECT h.rowid AS id FROM tombstone t CROSS JOIN helper h
        ON h.marathon_id = t.id AND h.rowid NOT IN ${bad}
        WHERE t.type = 'marathon' AND t.seq IS NULL AND h.revoked_at IS NULL
      LIMIT ${literal(rows)}`,
		change: (ids) => [sql`UPDATE clock SET floor = max(floor,
        coalesce((SELECT max(seq) FROM helper WHERE rowid IN ${listed(ids)} AND revoked_at IS NOT NULL), 0)) WHERE id = 1`, sql`DELETE FROM helper WHERE rowid IN ${listed(ids)} AND (revoked_at IS NOT NULL
        OR NOT EXISTS (SELECT 1 FROM marathon m WHERE m.id = helper.marathon_id))`]
	};
}
/** Deletes the notices of marathons whose entrants' contact data is erased. Phones are told by tombstones. */
function deleteNotices({ contact, nowMs }) {
	const at = new Date(nowMs).toISOString();
	return {
		name: "noticesDeleted",
		rows: 1e4,
		batches: 3,
		find: (bad, rows) => sql`SELECT o.rowid AS id FROM marathon m CROSS JOIN notice o
      ON o.marathon_id = m.id AND o.rowid NOT IN ${bad} WHERE m.start_date < ${contact} ORDER BY o.seq LIMIT ${literal(rows)}`,
		change: (ids) => [
			sql`UPDATE clock SET seq = seq + ${ids.length} WHERE id = 1`,
			sql`INSERT INTO tombstone (type, id, owner_uid, organiser_uid, marathon_id, deleted_at, seq)
        SELECT 'notice', o.id, coalesce(o.to_uid, o.organiser_uid), '', iif(o.to_uid IS NULL, o.marathon_id, ''), ${at},
          (SELECT seq FROM clock) - ${ids.length} + e.key + 1
        FROM json_each(${JSON.stringify(ids)}) e CROSS JOIN notice o ON o.rowid = e.value WHERE ${isStillDue("o", contact)}
        ${replaceTombstone}`,
			sql`DELETE FROM notice WHERE rowid IN ${listed(ids)} AND ${isStillDue("notice", contact)}`
		]
	};
}
/**
* Sets `past` on marathons that have left the 30-day window. The rows get no new seq, because the pull does not return
* `past`. The flag saves a pull from nothing from reading all old marathons.
*/
function markPast({ pullCutoff }) {
	return {
		name: "leftThePull",
		rows: 1e3,
		batches: 20,
		find: (bad, rows) => sql`SELECT id FROM marathon WHERE past = 0 AND shown_until < ${pullCutoff} AND id NOT IN ${bad} LIMIT ${literal(rows)}`,
		change: (ids) => [sql`UPDATE marathon SET past = 1 WHERE id IN ${listed(ids)} AND shown_until < ${pullCutoff}`]
	};
}
// worker/jobs/retention.ts
/** A step gives up for the night after this many failed transactions: then the cause is not a single bad row. */
var MOST_FAILURES = 60;
/** Rows of one search, for several transactions: a search that sorts reads all that is due. */
var SEARCH_ROWS = 2e4;
/**
* The nightly run (docs/decisions/014). Every step is idempotent and bounded. If a run dies, the next one completes its
* work. A step that fails does not stop the other steps, and a bad row does not stop the other rows.
* @param options.now ms since the epoch
* @param options.contactDays CONTACT_DAYS of the environment; anything but a positive number means the default
*/
async function runRetention(d1, options) {
	const contactDays = Number(options.contactDays) > 0 ? Number(options.contactDays) : 180;
	const before = (days) => new Date(options.now - days * DAY_MS).toISOString();
	const report = {
		contactsErased: 0,
		deletedFinished: 0,
		clashesStripped: 0,
		checkInsDeleted: 0,
		tombstonesStripped: 0,
		opRecordsDeleted: 0,
		budgetsDeleted: 0,
		invitationsDeleted: 0,
		helpersDeleted: 0,
		noticesDeleted: 0,
		leftThePull: 0,
		badRows: 0,
		failed: [],
		full: []
	};
	const steps = retentionSteps({
		nowMs: options.now,
		contact: before(contactDays),
		clash: before(90),
		tombstone: before(90),
		opRecord: before(400),
		pullCutoff: pastMarathonCutoff(options.now)
	});
	for (const step of steps) try {
		await runStep(d1, step, report);
	} catch (error) {
		logFailure("retention.step-failed", error, { step: step.name });
		report.failed.push(step.name);
	}
	return report;
}
/**
* Repeats a step until it finds no more, or has run its batches for the night.
* @throws the error of D1 if the search fails, or after MOST_FAILURES failed transactions
*/
async function runStep(d1, step, report) {
	const bad = [];
	let failures = 0;
	/** Splits a batch that fails into halves, until the bad row is alone. */
	async function change(ids) {
		try {
			await runBatch(d1, step.change(ids));
			report[step.name] += ids.length;
		} catch (error) {
			failures += 1;
			if (failures > MOST_FAILURES) throw error;
			if (ids.length === 1) {
				bad.push(...ids);
				report.badRows += 1;
				return;
			}
			const half = Math.ceil(ids.length / 2);
			await change(ids.slice(0, half));
			await change(ids.slice(half));
		}
	}
	for (let left = step.rows * step.batches; left > 0; left -= SEARCH_ROWS) {
		const known = sql`(SELECT value FROM json_each(${JSON.stringify(bad)}))`;
		const most = Math.min(left, SEARCH_ROWS);
		const ids = (await allRows(d1, step.find(known, most))).map(({ id }) => id);
		for (let from = 0; from < ids.length; from += step.rows) await change(ids.slice(from, from + step.rows));
		if (ids.length < most) return;
	}
	report.full.push(step.name);
}
// worker/pages/ended-service-worker.ts
/**
* The kill switch: the service worker that every phone gets while SERVICE_WORKER is `off`.
* It replaces the app's service worker at once, deletes the caches, unregisters itself and reloads the open pages,
* which then load from the network. It does not touch IndexedDB and the outbox in it. A page that loads during this
* time installs it again. It then finds no caches and reloads no page, so the pages do not reload for ever.
*
* It asks to be activated again and again. While the app's service worker is just starting, Chromium takes the first
* request and then waits until that one was idle for 30 s.
*/
var ENDED_SERVICE_WORKER = `
self.addEventListener('install', () => {
  self.skipWaiting()
  setInterval(() => self.skipWaiting(), 1000)
})
self.addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
  if (names.length === 0) return
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {})
}
`;
/** The response is never cached, so that a phone notices at its next check that the switch is on again. */
function endedServiceWorker() {
	return new Response(ENDED_SERVICE_WORKER, { headers: {
		"Content-Type": "text/javascript; charset=utf-8",
		"Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff"
	} });
}
// worker/pages/file-folders.ts
/** The folders of the built app, which have files alone. A test compares them with web/public. */
var FILE_FOLDERS = [
	"assets",
	"drawings",
	"icons",
	"runners",
	"samples",
	"screenshots"
];
// contract/inline-script-hash.ts
/**
* The hash of the page's only inline script (web/build/page-script.js). The Content-Security-Policy allows this
* inline script and no other. After a change of the script, its test prints the new hash.
*/
var INLINE_SCRIPT_HASH = "sha256-tu0+RWh2/XbLMKp33Kbqm1AAkGmFABRbTsUcuh4wSrs=";
// worker/pages/page-headers.ts
var DENIED_PERMISSIONS = [
	"microphone",
	"geolocation",
	"payment",
	"usb",
	"serial",
	"midi",
	"browsing-topics"
];
/**
* The headers of a page of the app (docs/decisions/010).
* @param inlineScripts whether the policy allows all inline scripts; true in development only
*/
function pageHeaders(env, inlineScripts) {
	return {
		"Cache-Control": "no-store",
		"Content-Security-Policy": contentPolicy(env, inlineScripts),
		"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
		"Permissions-Policy": ["camera=(self)", ...DENIED_PERMISSIONS.map((power) => `${power}=()`)].join(", "),
		"Referrer-Policy": "strict-origin",
		"Strict-Transport-Security": STRICT_TRANSPORT,
		"X-Content-Type-Options": "nosniff",
		"X-Frame-Options": "DENY"
	};
}
function contentPolicy(env, inlineScripts) {
	const emulator = isEmulatorMode(env) ? [`http://${env.FIREBASE_AUTH_EMULATOR_HOST}`] : [];
	const loopback = emulator.length > 0 ? ["http://localhost:*", "http://127.0.0.1:*"] : [];
	const authDomain = /^[a-z0-9.-]+$/i.test(env.FIREBASE_AUTH_DOMAIN ?? "") ? [`https://${env.FIREBASE_AUTH_DOMAIN}`] : [];
	const policy = {
		"default-src": ["'self'"],
		"script-src": [
			"'self'",
			"https://apis.google.com",
			inlineScripts ? "'unsafe-inline'" : `'${INLINE_SCRIPT_HASH}'`
		],
		"style-src": ["'self'", "'unsafe-inline'"],
		"img-src": [
			"'self'",
			"https:",
			"data:",
			...loopback
		],
		"font-src": ["'self'"],
		"connect-src": [
			"'self'",
			"https://identitytoolkit.googleapis.com",
			"https://securetoken.googleapis.com",
			...emulator
		],
		"frame-src": [...authDomain, ...emulator],
		"worker-src": ["'self'"],
		"manifest-src": ["'self'"],
		"object-src": ["'none'"],
		"base-uri": ["'none'"],
		"form-action": ["'self'"],
		"frame-ancestors": ["'none'"]
	};
	return Object.entries(policy).map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(" ") : "'none'"}`).join("; ");
}
// worker/pages/serve-app.ts
/** The page for every address that has no file (web/build/prerender.ts). The development server has one page alone. */
var SHELL = "/shell";
/**
* Serves the built app: a file, or the app's page for an address that is no file. Pages get their security headers here,
* because only the worker knows its mode.
*/
async function serveApp(request, env) {
	const { pathname } = new URL(request.url);
	if (env.SERVICE_WORKER === "off" && pathname === "/service-worker.js") return endedServiceWorker();
	let asset = await env.ASSETS.fetch(request);
	if (asset.status === 404) {
		if (isFile(pathname)) return missing(env);
		asset = await env.ASSETS.fetch(new Request(new URL(SHELL, request.url), request));
	}
	return asset.headers.get("Content-Type")?.startsWith("text/html") ?? false ? withHeaders(withAbsolutePicture(new Response(asset.body, asset), request.url), env) : asset;
}
/** Is this the address of a file? Addresses of the app have no dot, and none begins with the name of such a folder. */
function isFile(pathname) {
	const [, folder = "", ...rest] = pathname.split("/");
	return /\.[^/]*$/.test(pathname) || rest.length > 0 && FILE_FOLDERS.includes(folder);
}
/** A browser would take the app's page for the missing script or picture, and a service worker would keep it. */
function missing(env) {
	return withHeaders(new Response("Not found", { status: 404 }), env);
}
function withHeaders(response, env) {
	const headers = pageHeaders(env, false);
	for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
	return response;
}
/**
* Makes the address of the page's og:image absolute. Chat apps load the picture of a link by an absolute address only,
* and the build does not know the host that serves it.
*/
function withAbsolutePicture(page, url) {
	return new HTMLRewriter().on("meta[property=\"og:image\"]", { element: (meta) => void meta.setAttribute("content", new URL(meta.getAttribute("content") ?? "", url).href) }).transform(page);
}
// worker/group/group-committer.ts
/** Most ops of one batch. */
var MAX_OPS = 200;
/** Most requests that wait. Phones send further ones again. */
var MAX_WAITING = 5e3;
/**
* The group commit of a marathon: it decides and commits the applications of many accounts as one batch, in the order
* of their arrival. While a batch is on its way to D1, the next one gathers. It stores nothing and has no rules of its
* own: `applyOps` decides, and its guards and op records make it harmless that the same op comes by the direct way, or
* that this object is stopped at any moment.
*/
var GroupCommitter = class extends DurableObject {
	#waiting = [];
	#isRunning = false;
	/**
	* Applies the ops of a request.
	* @returns their outcome, after the batch with them is committed
	*/
	submit(request) {
		if (this.#waiting.length >= MAX_WAITING) return Promise.resolve({
			kind: "halted",
			code: "UNAVAILABLE"
		});
		return new Promise((resolve) => {
			this.#waiting.push({
				request,
				resolve
			});
			if (!this.#isRunning) this.#run();
		});
	}
	async #run() {
		this.#isRunning = true;
		while (this.#waiting.length > 0) await this.#commit(this.#nextGroup());
		this.#isRunning = false;
	}
	/** The requests that arrived first, with at most MAX_OPS ops; at least one request. */
	#nextGroup() {
		let ops = 0;
		const end = this.#waiting.findIndex(({ request }) => {
			ops += request.ops.length;
			return ops > MAX_OPS;
		});
		return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end));
	}
	async #commit(group) {
		try {
			const requests = group.map(({ request }) => request);
			const options = {
				timeSource: Date.now,
				isLimited: isLimited(this.env)
			};
			const { outcomes, commit } = await applyOps(this.env.DB, requests, options);
			for (const [index, { resolve }] of group.entries()) resolve(toGroupOutcome(outcomes[index]));
			this.ctx.waitUntil(tellRooms(this.env, commit));
		} catch (error) {
			logFailure("group.failed", error, { ops: group.length });
			for (const { resolve } of group) resolve({ kind: "direct" });
		}
	}
};
// worker/live/marathon-room.ts
/** A room tells its n phones to spread their pulls over n times this, so that at most 500 pulls a second follow. */
var SPREAD_MS_PER_PHONE = 2;
/** The shortest time between two messages. Commits in between are told together. */
var MIN_PAUSE_MS = 200;
/** The tag of the WebSockets of screens of the organiser and of helpers. */
var STAFF = "staff";
/**
* The live room of a marathon: the WebSockets of the phones that show a screen of it. It tells them that the marathon
* has changed, and contains no data. The phones then pull as usual, so that nobody learns more here than from a pull.
* If a room is lost, phones learn of changes later: they pull once a minute anyway.
*/
var MarathonRoom = class extends DurableObject {
	/**
	* After each message its audience has a pause. Each has its own: a pause of thousands of runners must not hold up the
	* gates. The value is the seq of the last commit that came during the pause; 0 if none came.
	*/
	#pauses = /* @__PURE__ */ new Map();
	constructor(ctx, env) {
		super(ctx, env);
		ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
	}
	/**
	* Accepts a WebSocket. The worker has checked who asks for it. The oldest one of an account with too many is closed.
	*/
	fetch(request) {
		const { uid, isStaff } = readRoomUrl(request.url);
		const account = `uid:${uid}`;
		const { 0: client, 1: server } = new WebSocketPair();
		const earlier = this.#open(account).sort((a, b) => orderOf(a) - orderOf(b));
		this.ctx.acceptWebSocket(server, isStaff ? [account, STAFF] : [account]);
		server.serializeAttachment(1 + orderOf(earlier.at(-1)));
		for (const socket of earlier.slice(0, -4)) socket.close(CROWDED, "newer phones of this account are here");
		return new Response(null, {
			status: 101,
			webSocket: client
		});
	}
	/**
	* Tells the phones of the room that a commit touched the marathon.
	* @param seq of the commit
	* @param audience whom the commit is for. Runners do not see check-ins, so their phones need not wake up for each
	*/
	tell(seq, audience) {
		const waiting = this.#pauses.get(audience);
		if (waiting !== void 0) {
			this.#pauses.set(audience, Math.max(seq, waiting));
			return;
		}
		const sockets = this.#open(audience === "all" ? void 0 : STAFF);
		if (sockets.length === 0) return;
		const spreadMs = sockets.length * SPREAD_MS_PER_PHONE;
		const text = JSON.stringify({
			seq,
			spreadMs
		});
		for (const socket of sockets) try {
			socket.send(text);
		} catch {}
		if (audience === "all" && (this.#pauses.get(STAFF) ?? 0) > 0) this.#pauses.set(STAFF, 0);
		this.#pauses.set(audience, 0);
		setTimeout(() => {
			const next = this.#pauses.get(audience) ?? 0;
			this.#pauses.delete(audience);
			if (next > 0) this.tell(next, audience);
		}, Math.max(MIN_PAUSE_MS, spreadMs));
	}
	/** Phones have nothing else to say here. */
	webSocketMessage(socket) {
		socket.close(1008, "this room only tells");
	}
	/** The WebSockets with this tag, or all, without those that are being closed. */
	#open(tag) {
		return this.ctx.getWebSockets(tag).filter(({ readyState }) => readyState === WebSocket.READY_STATE_OPEN);
	}
};
/** The number of a WebSocket in the order in which its account opened them; 0 for none. */
function orderOf(socket) {
	return socket?.deserializeAttachment() ?? 0;
}
// worker/index.ts
/** Pushes wait this long while the deployment is closed: with eight tries they outlast two hours. */
var CLOSED_RETRY_S = 900;
// \0virtual:cloudflare/worker-entry
var worker_entry_default = {
	fetch(request, env, ctx) {
		const { pathname } = new URL(request.url);
		return pathname === "/api" || pathname.startsWith("/api/") ? api.fetch(request, env, ctx) : serveApp(request, env);
	},
	/** The pushes of wrangler.toml's queue. */
	queue(batch, env) {
		if (env.WRITES === "off") return batch.retryAll({ delaySeconds: CLOSED_RETRY_S });
		return consumePushes(batch, env);
	},
	/** The runs of wrangler.toml's crons. */
	async scheduled(event, env) {
		if (env.WRITES === "off") return console.log(JSON.stringify({
			event: "cron.closed",
			cron: event.cron
		}));
		if (event.cron === "*/5 * * * *") {
			const told = [];
			const deletion = deleteDueAccounts(env.DB, Date.now, (commit) => void told.push(tellRooms(env, commit)));
			const [deleted] = await Promise.allSettled([deletion]);
			await Promise.all(told);
			await queuePushes(env, event.scheduledTime);
			await forgetDeliveries(env.DB, event.scheduledTime);
			if (deleted.status === "fulfilled") return;
			logFailure("account.deletion.failed", deleted.reason);
			throw deleted.reason;
		}
		const done = await runRetention(env.DB, {
			now: event.scheduledTime,
			contactDays: env.CONTACT_DAYS
		});
		console.log(JSON.stringify({
			event: "retention",
			...done
		}));
		if (done.failed.length > 0 || done.badRows > 0 || done.full.length > 0) {
			const { failed, badRows, full } = done;
			console.error(JSON.stringify({
				event: "retention.failed",
				failed,
				badRows,
				full
			}));
			throw new Error("the nightly run could not forget everything");
		}
	}
};
export { MarathonRoom as n, GroupCommitter as r, worker_entry_default as t };
