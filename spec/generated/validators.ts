// Generated from spec/openapi.yaml by npm run generate.
// @ts-nocheck
/** As spec/schema-check.ts has it. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly {
    readonly instancePath: string
    readonly keyword: string
    readonly params: Readonly<Record<string, unknown>>
    readonly data?: unknown
    readonly parentSchema?: Readonly<Record<string, unknown>>
  }[] | null | undefined
}

export function validators(
  isInt64: (value: unknown) => boolean,
  isDateTime: (text: string) => boolean,
): Readonly<Record<'NewPet' | 'Pet' | 'Error' | 'SeedPet', Validator>> {
const formats = { 'date-time': isDateTime }
const exports = {}
const add = (errors, instancePath, keyword, params, parentSchema, data) => {
  const all = errors ?? []
  all.push({ instancePath, keyword, params, parentSchema, data })
  return all
}

exports.NewPet = validate22;
const schema7 = {"type":"object","required":["name","categoryId"],"properties":{"name":{"type":"string"},"categoryId":{"int64":true},"status":{"$ref":"#/components/schemas/PetStatus"}}};
const func2 = isInt64;
const schema8 = {"type":"string","enum":["available","pending","sold"]};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
vErrors = add(vErrors, instancePath, "type", {type: "string"}, schema8, data);
errors++;
}
if(!(((data === "available") || (data === "pending")) || (data === "sold"))){
vErrors = add(vErrors, instancePath, "enum", {allowedValues: schema8.enum}, schema8, data);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "name"}, schema7, data);
errors++;
}
if(data.categoryId === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "categoryId"}, schema7, data);
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 !== "string"){
vErrors = add(vErrors, instancePath+"/name", "type", {type: "string"}, schema7.properties.name, data0);
errors++;
}
}
if(data.categoryId !== undefined){
let data1 = data.categoryId;
if(!(func2(data1))){
vErrors = add(vErrors, instancePath+"/categoryId", "int64", {}, schema7.properties.categoryId, data1);
errors++;
}
}
if(data.status !== undefined){
if(!(validate23(data.status, {instancePath:instancePath+"/status",parentData:data,parentDataProperty:"status",rootData}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
}
}
else {
vErrors = add(vErrors, instancePath, "type", {type: "object"}, schema7, data);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

exports.Pet = validate25;
const schema9 = {"allOf":[{"$ref":"#/components/schemas/NewPet"},{"type":"object","required":["id"],"properties":{"id":{"int64":true}}}]};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate22(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "id"}, schema9.allOf[1], data);
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(!(func2(data0))){
vErrors = add(vErrors, instancePath+"/id", "int64", {}, schema9.allOf[1].properties.id, data0);
errors++;
}
}
}
else {
vErrors = add(vErrors, instancePath, "type", {type: "object"}, schema9.allOf[1], data);
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

exports.Error = validate27;
const schema10 = {"type":"object","required":["code","message","status"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"status":{"type":"integer"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "code"}, schema10, data);
errors++;
}
if(data.message === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "message"}, schema10, data);
errors++;
}
if(data.status === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "status"}, schema10, data);
errors++;
}
if(data.code !== undefined){
let data0 = data.code;
if(typeof data0 !== "string"){
vErrors = add(vErrors, instancePath+"/code", "type", {type: "string"}, schema10.properties.code, data0);
errors++;
}
}
if(data.message !== undefined){
let data1 = data.message;
if(typeof data1 !== "string"){
vErrors = add(vErrors, instancePath+"/message", "type", {type: "string"}, schema10.properties.message, data1);
errors++;
}
}
if(data.status !== undefined){
let data2 = data.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
vErrors = add(vErrors, instancePath+"/status", "type", {type: "integer"}, schema10.properties.status, data2);
errors++;
}
}
}
else {
vErrors = add(vErrors, instancePath, "type", {type: "object"}, schema10, data);
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

exports.SeedPet = validate28;
const schema11 = {"type":"object","required":["name","categoryId"],"properties":{"id":{"int64":true},"name":{"type":"string"},"categoryId":{"int64":true},"status":{"enum":["available","pending","sold"]}},"additionalProperties":false};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "name"}, schema11, data);
errors++;
}
if(data.categoryId === undefined){
vErrors = add(vErrors, instancePath, "required", {missingProperty: "categoryId"}, schema11, data);
errors++;
}
for(const key0 in data){
if(errors>=100)break;
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "categoryId")) || (key0 === "status"))){
vErrors = add(vErrors, instancePath, "additionalProperties", {additionalProperty: key0}, schema11, data);
errors++;
}
}
if(data.id !== undefined){
let data0 = data.id;
if(!(func2(data0))){
vErrors = add(vErrors, instancePath+"/id", "int64", {}, schema11.properties.id, data0);
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 !== "string"){
vErrors = add(vErrors, instancePath+"/name", "type", {type: "string"}, schema11.properties.name, data1);
errors++;
}
}
if(data.categoryId !== undefined){
let data2 = data.categoryId;
if(!(func2(data2))){
vErrors = add(vErrors, instancePath+"/categoryId", "int64", {}, schema11.properties.categoryId, data2);
errors++;
}
}
if(data.status !== undefined){
let data3 = data.status;
if(!(((data3 === "available") || (data3 === "pending")) || (data3 === "sold"))){
vErrors = add(vErrors, instancePath+"/status", "enum", {allowedValues: schema11.properties.status.enum}, schema11.properties.status, data3);
errors++;
}
}
}
else {
vErrors = add(vErrors, instancePath, "type", {type: "object"}, schema11, data);
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}

return { 'NewPet': exports['NewPet'], 'Pet': exports['Pet'], 'Error': exports['Error'], 'SeedPet': exports['SeedPet'] }
}
